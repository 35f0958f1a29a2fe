// What follows the tree's own source: derivatives of accelerations by Pinocchio's analytic recursion.
#include <pinocchio/algorithm/aba-derivatives.hpp>

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// The last derivatives: ∂a/∂q, ∂a/∂v and ∂a/∂τ (whose lower half Pinocchio leaves to the upper one), row by row.
extern "C" void differentiate(void *tree, long evaluations, double *results) {
    Tree &t = *static_cast<Tree *>(tree);
    for (long i = 0; i < evaluations; ++i) pin::computeABADerivatives(t.model, t.data, t.q, t.v, t.tau);
    const long n = t.model.nv;
    Eigen::Map<RowMajor>(results, n, n) = t.data.ddq_dq;
    Eigen::Map<RowMajor>(results + n * n, n, n) = t.data.ddq_dv;
    Eigen::Map<RowMajor>(results + 2 * n * n, n, n) = t.data.Minv.selfadjointView<Eigen::Upper>();
}

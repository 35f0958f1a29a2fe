// Forward dynamics of Pinocchio's sample manipulator by the articulated-body algorithm.
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/multibody/sample-models.hpp>

extern "C" void run(long evaluations) {
    static const pinocchio::Model model = [] {
        pinocchio::Model arm;
        pinocchio::buildModels::manipulator(arm);
        return arm;
    }();
    static pinocchio::Data data(model);
    Eigen::VectorXd q = Eigen::VectorXd::Constant(model.nq, 0.3);
    const Eigen::VectorXd v = Eigen::VectorXd::Constant(model.nv, 0.1);
    const Eigen::VectorXd tau = Eigen::VectorXd::Zero(model.nv);
    for (long i = 0; i < evaluations; ++i) {
        q[0] = 1e-4 * i;  // so that nothing can be hoisted out of the loop
        pinocchio::aba(model, data, q, v, tau);
    }
}

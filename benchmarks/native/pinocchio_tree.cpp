// Forward dynamics of a tree of revolute (about z) and free joints by Pinocchio's articulated-body algorithm.
#include <pinocchio/algorithm/aba.hpp>

namespace pin = pinocchio;
using Matrix = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>;
using Vector = Eigen::Map<const Eigen::Vector3d>;

struct Tree {
    pin::Model model;
    pin::Data data;
    Eigen::VectorXd q, v, tau;
};

// One record per part: R (9), p (3), mass, com (3), inertia (9).
extern "C" void *make(long parts, const long *parents, const long *kinds, const double *records, const double *gravity) {
    pin::Model model;
    model.gravity.linear() = Vector(gravity);
    for (long k = 0; k < parts; ++k) {
        const double *r = records + 25 * k;
        const pin::SE3 place(Matrix(r), Vector(r + 9));
        const std::string name = "j" + std::to_string(k);
        const auto parent = static_cast<pin::JointIndex>(parents[k] + 1);
        const auto joint = kinds[k] ? model.addJoint(parent, pin::JointModelFreeFlyer(), place, name)
                                    : model.addJoint(parent, pin::JointModelRZ(), place, name);
        model.appendBodyToJoint(joint, pin::Inertia(r[12], Vector(r + 13), Matrix(r + 16)), pin::SE3::Identity());
    }
    return new Tree{model, pin::Data(model), Eigen::VectorXd::Zero(model.nq), Eigen::VectorXd::Zero(model.nv),
                    Eigen::VectorXd::Zero(model.nv)};
}

extern "C" void release(void *tree) { delete static_cast<Tree *>(tree); }

extern "C" void set_state(void *tree, const double *q, const double *v) {
    Tree &t = *static_cast<Tree *>(tree);
    t.q = Eigen::Map<const Eigen::VectorXd>(q, t.model.nq);
    t.v = Eigen::Map<const Eigen::VectorXd>(v, t.model.nv);
}

extern "C" void run(void *tree, long evaluations, double *acceleration) {
    Tree &t = *static_cast<Tree *>(tree);
    // The default convention, WORLD, is the faster of the two.
    for (long i = 0; i < evaluations; ++i) pin::aba(t.model, t.data, t.q, t.v, t.tau);
    Eigen::Map<Eigen::VectorXd>(acceleration, t.model.nv) = t.data.ddq;
}

// Forward dynamics of a tree of revolute (about z) and free joints by mj_forward; nothing collides, nothing is limited.
#include <mujoco/mujoco.h>
#include <stdlib.h>

typedef struct {
    mjModel* model;
    mjData* data;
} Tree;

// One record per part: R (9), p (3), mass, com (3), inertia (9).
static void add_part(mjsBody* body, long kind, const double* r) {
    mju_copy3(body->pos, r + 9);
    mju_mat2Quat(body->quat, r);
    body->explicitinertial = 1;
    body->mass = r[12];
    mju_copy3(body->ipos, r + 13);
    const double* i = r + 16;
    const double full[6] = {i[0], i[4], i[8], i[1], i[2], i[5]};
    mju_copy(body->fullinertia, full, 6);
    mjsJoint* joint = mjs_addJoint(body, NULL);
    joint->type = kind ? mjJNT_FREE : mjJNT_HINGE;
    joint->axis[0] = joint->axis[1] = 0;
    joint->axis[2] = 1;
}

void* make(long parts, const long* parents, const long* kinds, const double* records, const double* gravity) {
    mjSpec* spec = mj_makeSpec();
    mju_copy3(spec->option.gravity, gravity);
    spec->option.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT | mjDSBL_WARMSTART | mjDSBL_SENSOR;
    mjsBody** bodies = malloc(sizeof(mjsBody*) * (size_t)parts);
    for (long k = 0; k < parts; ++k) {
        bodies[k] = mjs_addBody(parents[k] < 0 ? mjs_findBody(spec, "world") : bodies[parents[k]], NULL);
        add_part(bodies[k], kinds[k], records + 25 * k);
    }
    free(bodies);
    Tree* tree = malloc(sizeof(Tree));
    tree->model = mj_compile(spec, NULL);
    mj_deleteSpec(spec);
    if (!tree->model) return NULL;
    tree->data = mj_makeData(tree->model);
    return tree;
}

void release(void* handle) {
    Tree* tree = handle;
    mj_deleteData(tree->data);
    mj_deleteModel(tree->model);
    free(tree);
}

void set_state(void* handle, const double* q, const double* v) {
    Tree* tree = handle;
    mju_copy(tree->data->qpos, q, (int)tree->model->nq);
    mju_copy(tree->data->qvel, v, (int)tree->model->nv);
}

void run(void* handle, long evaluations, double* acceleration) {
    Tree* tree = handle;
    for (long i = 0; i < evaluations; ++i) mj_forward(tree->model, tree->data);
    mju_copy(acceleration, tree->data->qacc, (int)tree->model->nv);
}

// Steps of the classical Runge-Kutta method from the present state, which is put back afterwards.
void simulate(void* handle, long steps, double h, double* q) {
    Tree* tree = handle;
    mjModel* m = tree->model;
    mjData* d = tree->data;
    const size_t nq = (size_t)m->nq, nv = (size_t)m->nv;
    mjtNum* start = malloc(sizeof(mjtNum) * (nq + nv));
    mju_copy(start, d->qpos, (int)nq);
    mju_copy(start + nq, d->qvel, (int)nv);
    m->opt.integrator = mjINT_RK4;
    m->opt.timestep = h;
    d->time = 0;
    for (long i = 0; i < steps; ++i) mj_step(m, d);
    mju_copy(q, d->qpos, (int)nq);
    mju_copy(d->qpos, start, (int)nq);
    mju_copy(d->qvel, start + nq, (int)nv);
    free(start);
}

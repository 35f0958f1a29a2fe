// A model given as XML that runs with steps of the classical Runge-Kutta method.
#include <mujoco/mujoco.h>
#include <stdlib.h>

typedef struct {
    mjModel* model;
    mjData* data;
} Run;

// Steps that are too long are expected here, and no files about them.
static void ignore(const char* message) { (void)message; }

// NULL with MuJoCo's own message in `error` where it refuses the model.
void* make(const char* xml, char* error, int error_size) {
    mju_user_warning = ignore;
    mjSpec* spec = mj_parseXMLString(xml, NULL, error, error_size);
    if (!spec) return NULL;
    mjModel* model = mj_compile(spec, NULL);
    if (!model) mju_strncpy(error, mjs_getError(spec), error_size);
    mj_deleteSpec(spec);
    if (!model) return NULL;
    Run* run = malloc(sizeof(Run));
    run->model = model;
    run->data = mj_makeData(model);
    return run;
}

void release(void* handle) {
    Run* run = handle;
    mj_deleteData(run->data);
    mj_deleteModel(run->model);
    free(run);
}

// Constraints with a time constant of two steps, the shortest for which MuJoCo holds them to be safe.
void prepare(void* handle, const double* speeds, double h) {
    Run* run = handle;
    mjModel* m = run->model;
    mj_resetData(m, run->data);
    mju_copy(run->data->qvel, speeds, (int)m->nv);
    m->opt.timestep = h;
    for (long k = 0; k < (long)m->neq; ++k) m->eq_solref[mjNREF * k] = 2 * h;
}

void steps(void* handle, long count) {
    Run* run = handle;
    for (long i = 0; i < count; ++i) mj_step(run->model, run->data);
}

// Places and velocities of the centres of mass of all bodies but the world: 3 (bodies - 1) numbers each.
void read(void* handle, double* places, double* velocities) {
    Run* run = handle;
    const mjModel* m = run->model;
    mj_forward(m, run->data);
    for (int body = 1; body < (int)m->nbody; ++body) {
        mjtNum v[6];
        mj_objectVelocity(m, run->data, mjOBJ_BODY, body, v, 0);
        mju_copy3(places + 3 * (body - 1), run->data->xipos + 3 * body);
        mju_copy3(velocities + 3 * (body - 1), v + 3);
    }
}

// Forward dynamics of a model given as XML by mj_forward.
#include <mujoco/mujoco.h>

static mjModel* model = NULL;
static mjData* data = NULL;

// Returns 0, or 1 with MuJoCo's own message in `error`.
int prepare(const char* xml, char* error, int error_size) {
    mjSpec* spec = mj_parseXMLString(xml, NULL, error, error_size);
    if (!spec) return 1;
    model = mj_compile(spec, NULL);
    mj_deleteSpec(spec);
    if (!model) return 1;
    data = mj_makeData(model);
    for (int i = 0; i < model->nv; ++i) data->qvel[i] = 0.1;
    return 0;
}

void run(long evaluations) {
    for (long i = 0; i < evaluations; ++i) {
        data->qpos[0] = 1e-4 * i;  // so that nothing can be hoisted out of the loop
        mj_forward(model, data);
    }
}

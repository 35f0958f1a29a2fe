// Behind mujoco_tree.c: steps of a tree by mj_step, with MuJoCo's classical Runge–Kutta or its default integrator.
void set_step(void* handle, double h, long runge_kutta) {
    Tree* tree = handle;
    tree->model->opt.timestep = h;
    tree->model->opt.integrator = runge_kutta ? mjINT_RK4 : mjINT_EULER;
}

void steps(void* handle, long count) {
    Tree* tree = handle;
    for (long i = 0; i < count; ++i) mj_step(tree->model, tree->data);
}

void get_state(void* handle, double* q, double* v) {
    Tree* tree = handle;
    mju_copy(q, tree->data->qpos, (int)tree->model->nq);
    mju_copy(v, tree->data->qvel, (int)tree->model->nv);
}

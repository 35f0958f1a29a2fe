"""What the commands use of linkwork, each loaded when it is first used: `linkwork --help` needs none of it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach(
    "linkwork",
    submod_attrs={
        "analyses.assemble": ["AssemblyError", "assemble"],
        "analyses.equilibrium": ["EquilibriumError", "equilibria", "equilibrium"],
        "analyses.kinematics": ["kinematics"],
        "analyses.mobility": ["mobility"],
        "run.output": ["Output"],
        "analyses.report": ["report"],
        "analyses.simulate": ["simulate"],
        "contract": ["ModelError"],
        "exports": ["export_c"],
        "expr": ["TraceError"],
        "formats": ["load_model", "save_model"],
        "kernels.cache": ["clear", "info"],
        "model": ["Model"],
        "runs": ["load_run"],
        "symbolic": ["derive"],
        "system": ["compile_model"],
        "views": ["animate", "picture", "plot", "plot_modes", "view"],
    },
)

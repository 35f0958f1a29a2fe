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
        "contract.errors": ["counted", "unknown"],
        "documents.lesson_page": ["lesson_page", "page_of_file"],
        "documents.lesson_figures": ["figure_text"],
        "documents.print_pdf": ["print_pdf"],
        "documents.report_page": ["report_page"],
        "exports": ["export_c", "live"],
        "exports.living_page": ["live_page"],
        "expr": ["TraceError"],
        "formats": ["load_model", "save_model"],
        "kernels.cache": ["clear", "info"],
        "model": ["Model"],
        "runs.load_run": ["load_run"],
        "studies.catalogue.catalogue": ["catalogue"],
        "studies.catalogue_site.site": ["CatalogueSite"],
        "studies.study_file": ["load_study"],
        "studies.study_plan": ["check_result", "read_plan", "write_study"],
        "studies.study_plots": ["plot_study"],
        "symbolic": ["derive"],
        "system": ["compile_model"],
        "views": ["animate", "picture", "plot", "plot_modes", "view"],
    },
)

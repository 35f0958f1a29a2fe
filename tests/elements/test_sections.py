"""Sections and materials: against makers' tables, series and limits."""

import numpy as np
import pytest

import linkwork as lw

# Makers' tables (EN 10365): A in cm², I_y, I_z and I_T in cm⁴.
TABLE = {
    "IPE 80": (7.64, 80.14, 8.49, 0.70),
    "IPE 100": (10.32, 171.0, 15.92, 1.20),
    "IPE 200": (28.48, 1943.0, 142.4, 6.98),
    "IPE 300": (53.81, 8356.0, 603.8, 20.12),
    "HEA 100": (21.24, 349.2, 133.8, 5.24),
    "HEA 200": (53.83, 3692.0, 1336.0, 20.98),
    "HEB 200": (78.08, 5696.0, 2003.0, 59.28),
}


@pytest.mark.parametrize("name", TABLE)
def test_rolled_profiles_are_those_of_the_makers(name: str) -> None:
    found = lw.profile(name)
    values = found.area * 1e4, found.Iy * 1e8, found.Iz * 1e8, found.J * 1e8
    np.testing.assert_allclose(values[:3], TABLE[name][:3], rtol=2e-3)
    np.testing.assert_allclose(values[3], TABLE[name][3], rtol=2e-2)


def test_profiles_are_found_by_name_as_people_write_it() -> None:
    assert lw.profile("ipe200") == lw.profile("IPE 200")
    with pytest.raises(lw.ModelError, match="IPE 2000"):
        lw.profile("IPE 2000")
    for name, nearest in (
        ("IPE 205", "IPE 200"),
        ("ipe 262", "IPE 270"),
        ("HEA190", "HEA 200"),
        ("HPE 200", "IPE 200"),
    ):
        with pytest.raises(lw.ModelError, match=f"there is no profile '{name}'. Did you mean '{nearest}'"):
            lw.profile(name)


@pytest.mark.parametrize(
    ("section", "widths"),
    [
        (lw.Circle(0.02), lambda z: 2.0 * np.sqrt(np.maximum(0.01**2 - z**2, 0.0))),
        (lw.Rectangle(0.02, 0.05), lambda z: np.where(np.abs(z) < 0.025, 0.02, 0.0)),
        (lw.RectangularTube(0.05, 0.1, 0.004), lambda z: np.where(np.abs(z) < 0.046, 0.008, 0.05 * (np.abs(z) < 0.05))),
        (
            lw.IProfile(0.2, 0.1, 0.006, 0.01),
            lambda z: np.where(np.abs(z) < 0.09, 0.006, 0.1 * (np.abs(z) < 0.1)),
        ),
    ],
    ids=lambda x: getattr(x, "kind", ""),
)
def test_area_and_moment_are_integrals(section: lw.Section, widths) -> None:
    edges = np.linspace(-0.11, 0.11, 2_200_001)
    z = 0.5 * (edges[1:] + edges[:-1])
    strip = widths(z) * (edges[1] - edges[0])
    np.testing.assert_allclose(section.area, strip.sum(), rtol=1e-5)
    np.testing.assert_allclose(section.Iy, (z**2 * strip).sum(), rtol=1e-5)


def test_torsion_of_a_square_and_of_a_strip() -> None:
    assert pytest.approx(0.1405770, rel=1e-5) == lw.Rectangle(1.0, 1.0).J
    assert pytest.approx((1.0 - 0.63 * 0.01) * 0.01**3 / 3.0, rel=1e-4) == lw.Rectangle(1.0, 0.01).J
    assert lw.Rectangle(0.3, 0.2).J == lw.Rectangle(0.2, 0.3).J


def test_shear_factor_of_thin_and_thick_tubes() -> None:
    assert lw.Tube(1.0, 1e-6).ky == pytest.approx(7.8 * 4 / (8.8 * 4 + 23.6), rel=1e-5)  # 0.531, Cowper
    assert lw.Tube(1.0, 0.4999).ky == pytest.approx(7.8 / 8.8, rel=1e-5)


def test_materials() -> None:
    assert pytest.approx(210e9 / 2.6) == lw.STEEL.G
    assert lw.Material(1e9, G=4e8).G == 4e8
    stiff = lw.Parameter("E", 7e10)
    assert [p.name for p in lw.Material(stiff, 0.33, 2700.0).parameters] == ["E"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: lw.Tube(0.02, 0.01), "leaves no hole in a diameter of 0.02; take lw.Circle"),
        (lambda: lw.RectangularTube(0.02, 0.05, 0.01), "leaves no hole; take lw.Rectangle"),
        (lambda: lw.IProfile(0.02, 0.05, 0.01, 0.01), "do not fit into height and width"),
        (lambda: lw.Material(1e9, 0.7), "must lie above -1 and at most at 0.5"),
        (lambda: lw.ExactBeam(lw.Circle(0.01)), "needs a material, such as lw.STEEL"),
        (lambda: lw.ExactBeam(lw.STEEL, lw.STEEL), "is not a section; give one such as"),
        (lambda: lw.Cable(lw.Circle(0.01), lw.STEEL, 2.0, elements=0), "elements = 0; give a whole number"),
    ],
)
def test_what_does_not_fit_is_refused(make, message: str) -> None:
    with pytest.raises(lw.ModelError, match=message):
        make()


def test_stress_is_that_of_the_elementary_formulas() -> None:
    section = lw.Rectangle(0.02, 0.05)
    assert section.normal_stress(10.0, 3.0, 0.0) == pytest.approx(10.0 / 1e-3 + 6.0 * 3.0 / (0.02 * 0.05**2))
    round_bar = lw.Circle(0.02)
    assert round_bar.normal_stress(0.0, 3.0, 4.0) == pytest.approx(32.0 * 5.0 / (np.pi * 0.02**3))

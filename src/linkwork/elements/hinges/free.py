"""The six-coordinate joint of a body that nothing holds."""

from ...contract import SixCoordinates, register


@register
class Free(SixCoordinates):
    """M moves freely: R of Euler parameters e0…e3, p = (x, y, z) in F. Seven coordinates, six speeds.

    The speeds are angular velocity and velocity of M's origin, both in the axes of M: ė = ½ E(e) ω, ṗ = R v. So the
    six modes are the unit vectors, everywhere. Bodies that no joint leads to get the same joint; connect one to name
    it, or to give it initial values.
    """

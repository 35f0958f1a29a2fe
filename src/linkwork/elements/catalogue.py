"""All of the catalogue: importing this module loads and registers every element that is shipped."""

from .. import elements
from ..contract import register as register
from ..contract import registered as registered

for _name in dir(elements):
    getattr(elements, _name)

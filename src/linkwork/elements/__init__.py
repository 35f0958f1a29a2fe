"""The catalogue, from hinges to signals. Importing it registers all of it.

Each folder says what it offers; the stub of the package lists it all (`python -m tools.stub`).
"""

from ..contract import register as register
from ..contract import registered as registered
from .actuators import *
from .constraints import *
from .contacts import *
from .curves import *
from .forces import *
from .hinges import *
from .loads import *
from .materials import *
from .measures import *
from .obstacles import *
from .responses import *
from .rotors import *
from .sections import *
from .shapes import *
from .signals import *
from .stops import *
from .structures import *
from .surfaces import *

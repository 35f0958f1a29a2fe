"""All of the catalogue: importing this module loads and registers every element that is shipped."""

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

"""Search, fetch, order and open data of an Isobar archive."""

from .client import Isobar
from .errors import IsobarError, IsobarWarning, OrderFailed
from .models import Checked, DatastreamFile, Found, Wanted
from .orders import Order

__all__ = [
    "Checked",
    "DatastreamFile",
    "Found",
    "Isobar",
    "IsobarError",
    "IsobarWarning",
    "Order",
    "OrderFailed",
    "Wanted",
]
__version__ = "1.0.0"

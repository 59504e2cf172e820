"""Search, fetch, order and open data of an Isobar archive."""

from .client import Isobar
from .errors import IsobarError, OrderFailed
from .models import DatastreamFile, Found, Wanted
from .orders import Order

__all__ = ["DatastreamFile", "Found", "Isobar", "IsobarError", "Order", "OrderFailed", "Wanted"]
__version__ = "1.0.0"

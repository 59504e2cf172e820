"""Times one variable of a datastream as an array, kept by the server, and by an order. Prints their ratio.

Usage: array-order.py ADDRESS DATASTREAM, with ISOBAR_TOKEN. Both are without what quality reports call incorrect, and have to hold as many values.
"""

import sys
import tempfile
import time

import numpy as np
import xarray
from isobar_client import Isobar

address, datastream = sys.argv[1:]
NAME = "temp"
archive = Isobar(address)
DAYS = [str(time)[:10] for time in archive.open_array(datastream)["time"].values[[0, -1]]]


def timed(act):
    began = time.perf_counter()
    value = act()
    return time.perf_counter() - began, value


def by_order():
    """From the order to the values of all delivered files."""
    order = archive.order(datastream, *DAYS, variables=[NAME], mask_reports=["incorrect"], concatenate=True)
    order.wait(timeout=600)
    with tempfile.TemporaryDirectory() as folder:
        files = sorted(path for path in order.download(folder) if path.suffix in (".nc", ".cdf"))
        return np.concatenate([xarray.open_dataset(path, decode_times=False)[NAME].values for path in files])


one, values = timed(lambda: archive.open_array(datastream)[NAME].values)
peer, ordered = timed(by_order)
counts = [int(np.isfinite(some).sum()) for some in (values, ordered)]
if counts[0] != counts[1]:
    sys.exit("The array has %d values, an order %d." % tuple(counts))
print(f"the same by an order: {peer:.2f} s; ratio {one / peer:.3f}")

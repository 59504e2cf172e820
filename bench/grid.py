"""Hourly means of ten variables: through the server, and by xarray over the same files. Prints one line a figure.

Usage: grid.py ADDRESS DATASTREAM FOLDER SECONDS_OF_A_FILE
"""

import glob
import json
import sys
import time
import urllib.request

import numpy as np
import xarray

address, datastream, folder, written = sys.argv[1:]
STEP = 3600


def timed(act):
    began = time.perf_counter()
    value = act()
    return time.perf_counter() - began, value


with urllib.request.urlopen(f"{address}/services/arrays/{datastream}") as reply:
    info = json.loads(reply.read())
names = [v["name"] for v in info["variables"] if v["name"].startswith("plain")]
store = info["variants"]["whole"]["zarr"].replace("whole.zarr", f"whole-mean-{STEP}s.zarr")


def by_array():
    return xarray.open_zarr(store, zarr_format=3, chunks=None)[names].load()


cold, means = timed(by_array)
kept = timed(by_array)[0]
print(f"hourly means of {len(names)} variables over {info['rows']} rows by the array: {cold:.2f} s cold, {kept:.2f} s kept")


def by_xarray():
    parts = []
    for path in sorted(glob.glob(f"{folder}/{datastream}.*")):
        with xarray.open_dataset(path) as day:
            parts.append(day[names].load())
    return xarray.concat(parts, dim="time").sortby("time").resample(time="1h").mean()


peer, hours = timed(by_xarray)
print(f"xarray's resample over the same files: {peer:.2f} s")
print(f"ratios to it: a file of the order {float(written) / peer:.3f}, the array cold {cold / peer:.3f}, kept {kept / peer:.3f}")
one = means[names[0]].values
other = hours[names[0]].reindex(time=means["time"]).values
both = np.isfinite(one) & np.isfinite(other)
print(f"largest difference of {names[0]}, whose samples at the edges of cells are halved: {np.max(np.abs(one[both] - other[both])):.3g}")

"""Reads windows of a variable from daily files with netCDF4 and numpy, as many columns wide as a plot, and prints the milliseconds of
each as JSON. Reads {"folder", "variable", "windows": [[from, to]], "columns"} on standard input."""
import glob
import json
import sys
import time

import netCDF4
import numpy as np

asked = json.load(sys.stdin)
spans = {}
for path in sorted(glob.glob(asked["folder"] + "/*")):
    with netCDF4.Dataset(path) as dataset:
        axis = dataset.variables["time"]
        dates = netCDF4.num2date(axis[[0, -1]], axis.units, only_use_cftime_datetimes=False, only_use_python_datetimes=True)
        spans[path] = [(one - dates[0].__class__(1970, 1, 1)).total_seconds() for one in dates]
took = []
for first, last in asked["windows"]:
    began = time.perf_counter()
    columns = asked["columns"]
    low, high = np.full(columns, np.nan), np.full(columns, np.nan)
    total, count = np.zeros(columns), np.zeros(columns)
    for path, (start, end) in spans.items():
        if end < first or start >= last:
            continue
        with netCDF4.Dataset(path) as dataset:
            if asked["variable"] not in dataset.variables:
                continue
            axis = dataset.variables["time"]
            times = start + (axis[:] - axis[0]) * (end - start) / max(1e-9, float(axis[-1] - axis[0]))
            values = np.ma.filled(dataset.variables[asked["variable"]][:].astype("f8"), np.nan)
            at = np.floor((times - first) / (last - first) * columns).astype(int)
            keep = (at >= 0) & (at < columns) & ~np.isnan(values)
            np.add.at(total, at[keep], values[keep])
            np.add.at(count, at[keep], 1)
            np.fmin.at(low, at[keep], values[keep])
            np.fmax.at(high, at[keep], values[keep])
    took.append((time.perf_counter() - began) * 1000)
print(json.dumps(took))

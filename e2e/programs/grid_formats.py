"""Compares the same cells of a time grid as an order gives them in NetCDF, CSV and Parquet, as `mod` does, and as the array has them.

Usage: grid_formats.py ORDER.nc ORDER.csv ORDER.parquet MOD.nc ADDRESS. ADDRESS: of the array on the grid. Prints one JSON line: cells, variables,
and what differs.
"""

import csv
import json
import sys

import netCDF4
import numpy as np
import pyarrow.parquet
import xarray

order, as_csv, parquet, mod, address = sys.argv[1:]
with netCDF4.Dataset(order) as file:
    file.set_auto_mask(False)
    expected = {name: np.asarray(file[name][:], "float64") for name in file.variables if file[name].dimensions == ("time",)}
    bounds = np.asarray(file["time_bounds"][:])
    assert np.array_equal(bounds[:, 0], expected["time"]) and np.all(np.diff(bounds) == 3600)
    methods = sorted({getattr(file[name], "isobar_method", "") for name in expected} - {""})
for values in expected.values():
    values[values == -9999] = np.nan
differences = []


def same(name, found, where, cells=slice(None)):
    found = np.asarray(found, "float64")
    found = np.where(found == -9999, np.nan, found)
    if found.shape != expected[name].shape or not np.allclose(found[cells], expected[name][cells], rtol=1e-6, atol=1e-9, equal_nan=True):
        differences.append(f"{name} {where}")


names = [name for name in expected if name != "time"]
with open(as_csv, newline="") as file:
    head, *rows = list(csv.reader(line for line in file if not line.startswith("#")))
columns = {title.split(" ")[0]: place for place, title in enumerate(head)}
table = pyarrow.parquet.read_table(parquet).to_pydict()
with netCDF4.Dataset(mod) as file:
    file.set_auto_mask(False)
    for name in names:
        same(name, [row[columns[name]] or "nan" for row in rows], "in CSV")
        same(name, [np.nan if value is None else value for value in table[name]], "in Parquet")
        same(name, file[name][:], "of mod")
first, last = expected["time"][[0, -1]]
with xarray.open_zarr(address, chunks=None, decode_times=False, mask_and_scale=False, zarr_format=3) as data:
    part = data.sel(time=slice(first, last))
    for name in names:
        # The first sample of the next day, which the order does not have, stands for half a minute of the last cell.
        same(name, part[name].values, "of the array", slice(0, -1))
print(json.dumps({"cells": len(expected["time"]), "variables": len(names), "methods": methods, "differences": differences}))

"""Compares every value of arrays over real files with the files as netCDF4 reads them.

Usage: real_arrays_equal.py ADDRESS FOLDER DATASTREAM…
Prints a line for each datastream: its variables, its values, and how many of them differ.
"""

import glob
import json
import sys
import urllib.error
import urllib.request

import netCDF4
import numpy as np
import xarray

address, folder, *datastreams = sys.argv[1:]


def measured(attributes, raw):
    """Values as they were measured; NaN for those that are stated to be missing; None for text."""
    raw = np.asarray(raw)
    if raw.dtype.kind not in "iufb":
        return None
    values = raw.astype("float64")
    given = values.copy()
    for name in ("missing_value", "_FillValue"):
        try:
            for stated in np.atleast_1d(attributes.get(name, [])).astype("float64"):
                values[given == stated] = np.nan
        except ValueError:
            pass  # text that is no number
    try:
        return values * float(attributes.get("scale_factor", 1)) + float(attributes.get("add_offset", 0))
    except (TypeError, ValueError):
        return values


def seconds(variable):
    times = netCDF4.num2date(np.asarray(variable[:], "float64"), variable.units, only_use_cftime_datetimes=False)
    return np.array([np.datetime64(time, "us").astype("int64") / 1e6 for time in np.atleast_1d(times)])


def attributes_of(variable):
    return {name: variable.getncattr(name) for name in variable.ncattrs()}


def differing(own, shown):
    """How many values differ, and how many there are; all of them where the shapes do."""
    if own.shape != shown.shape:
        return own.size, own.size
    return int(np.sum(~np.isclose(own, shown, rtol=1e-6, atol=0, equal_nan=True))), own.size


def compare(info, data, path, start):
    """Rows of one file, which begin at `start` in the array. Answers rows, values, differences."""
    values = differences = 0
    with netCDF4.Dataset(path) as file:
        file.set_auto_mask(False)
        file.set_auto_scale(False)
        times = seconds(file["time"])
        rows = len(times)
        wrong, count = differing(times, data["time"][start : start + rows].values)
        values, differences = values + count, differences + (wrong if np.max(np.abs(times - data["time"][start : start + rows].values)) > 1e-5 else 0)
        dimension = file["time"].dimensions[0]
        for described in info["variables"]:
            if described["type"] == "char" or described["name"] == "time":
                continue
            source = next((name for name in described["source"] if name in file.variables), None)
            if source is None:
                continue
            variable = file[source]
            own = measured(attributes_of(variable), variable[:])
            is_clock = " since " in str(getattr(variable, "units", ""))
            if own is None or is_clock or getattr(variable, "units", "") != described["units"]:
                continue
            stored = data[described["name"]]
            shown = stored.values
            if described["dimensions"][:1] == ["time"]:
                shown = shown[start : start + rows]
                if variable.dimensions[:1] != (dimension,):
                    own = np.broadcast_to(own, (rows, *own.shape))
            wrong, count = differing(own, measured(stored.attrs, shown))
            if wrong > 0:
                print(f"{path.split('/')[-1]} {described['name']}: {wrong} of {count} differ")
            values, differences = values + count, differences + wrong
    return rows, values, differences


for datastream in datastreams:
    try:
        with urllib.request.urlopen(f"{address}/services/arrays/{datastream}") as reply:
            info = json.load(reply)
    except urllib.error.HTTPError as error:
        print(datastream, "has no array:", json.load(error)["message"])
        continue
    data = xarray.open_zarr(info["variants"]["whole"]["zarr"], chunks=None, decode_times=False, mask_and_scale=False)
    left = {name for each in info["leftOut"] for name in (each["first"], each["last"])}
    found = []
    for path in glob.glob(f"{folder}/**/{datastream}.*", recursive=True):
        if path.split("/")[-1] not in left:
            with netCDF4.Dataset(path) as file:
                found.append((seconds(file["time"])[0], path.split("/")[-1], path))
    start = values = differences = 0
    for _, _, path in sorted(found):
        rows, count, wrong = compare(info, data, path, start)
        start, values, differences = start + rows, values + count, differences + wrong
    whole = "" if start == info["rows"] else f", but {start} of {info['rows']} rows"
    print(f"{datastream}: {len(info['variables'])} variables, {values} values, {differences} differ{whole}")

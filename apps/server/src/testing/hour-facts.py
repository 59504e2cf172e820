"""Hour facts of NetCDF files by numpy: reads {datastream: [paths]} as JSON on standard input, with the names of the variables to
compare, and prints a row for each datastream, variable, unit and hour. Written from the definition, not from Isobar's code."""
import json
import re
import sys

import netCDF4
import numpy as np


def seconds(dataset):
    time = dataset.variables["time"] if "time" in dataset.variables else None
    if time is None or "since" not in getattr(time, "units", ""):
        base = int(dataset.variables["base_time"][...])
        return base + np.ma.filled(dataset.variables["time_offset"][:].astype("f8"), np.nan)
    dates = netCDF4.num2date(time[:], time.units, only_use_cftime_datetimes=True)
    epoch = netCDF4.num2date(0, "seconds since 1970-01-01 00:00:00", only_use_cftime_datetimes=True)
    return np.array([(one - epoch).total_seconds() for one in np.atleast_1d(dates)])


def bad_bits(dataset, quality):
    for holder, pattern in ((quality, r"bit_(\d+)_assessment"), (dataset, r"qc_bit_(\d+)_assessment")):
        found = [(int(m[1]), getattr(holder, name)) for name in holder.ncattrs() if (m := re.fullmatch(pattern, name))]
        if found:
            return sum(1 << (n - 1) for n, text in found if text.strip().lower() == "bad")
    return 0


def values_of(variable):
    variable.set_auto_mask(False)
    variable.set_auto_scale(True)
    values = np.array(variable[:], dtype="f8")
    variable.set_auto_maskandscale(False)
    stored = np.asarray(variable[:], dtype="f8")
    missing = [-9999.0] if not hasattr(variable, "scale_factor") else []
    for name in ("missing_value", "_FillValue"):
        if hasattr(variable, name):
            try:
                missing += list(np.atleast_1d(np.asarray(getattr(variable, name), dtype=variable.dtype)).astype("f8"))
            except ValueError:
                pass
    for one in missing:
        values[stored == one] = np.nan
    values[~np.isfinite(values)] = np.nan
    return values


def bad_of(dataset, name, shape):
    quality = dataset.variables.get("qc_" + name)
    if quality is None or quality.shape != shape:
        return np.zeros(shape, bool)
    quality.set_auto_maskandscale(False)
    flags = np.asarray(quality[:]).astype("i8")
    return ((flags & bad_bits(dataset, quality)) != 0) & (flags != -9999)


asked = json.load(sys.stdin)
for datastream, of in asked.items():
    hours = {}
    for path in of["paths"]:
        with netCDF4.Dataset(path) as dataset:
            times = seconds(dataset)
            for name in of["variables"]:
                variable = dataset.variables.get(name)
                if variable is None or variable.ndim not in (1, 2) or variable.shape[0] != len(times):
                    continue
                values, bad = values_of(variable), bad_of(dataset, name, variable.shape)
                bad = bad & ~np.isnan(values)
                units = str(getattr(variable, "units", "")).strip()
                for row, at in enumerate(np.floor(times / 3600)):
                    if np.isfinite(at):
                        hours.setdefault((name, units, int(at)), []).append((values[row], bad[row]))
    for (name, units, hour), rows in hours.items():
        counts, kept, tops, lows = {"valid": 0, "bad": 0, "missing": 0}, [], [], []
        for value, bad in rows:
            there, bad = np.atleast_1d(~np.isnan(value)), np.atleast_1d(bad)
            good = np.atleast_1d(value)[there & ~bad]
            counts["valid" if len(good) else "bad" if bad.any() else "missing"] += 1
            if len(good):
                kept.append(good.mean())
                tops.append(good.max())
                lows.append(good.min() if np.ndim(value) == 0 else np.nan)
        row = [datastream, name, units, hour, counts["valid"], counts["bad"], counts["missing"]]
        print(json.dumps(row + ([float(np.mean(kept)), float(np.max(tops)), None if np.isnan(lows[0]) else float(np.min(lows))] if kept else [None] * 3)))

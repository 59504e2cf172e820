"""Hour facts of NetCDF files by numpy: reads {datastream: [paths]} as JSON on standard input, with the names of the variables to
compare, and prints a row for each datastream, variable, unit and hour. Written from the definition, not from Isobar's code."""
import json
import sys

import netCDF4
import numpy as np

from file_values import bad_of, seconds, values_of

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

"""Hour facts of NetCDF files by numpy: reads {datastream: [paths]} as JSON on standard input, with the names of the variables to
compare, and prints a row for each datastream, variable, unit and hour. Written from the definition, not from Isobar's code."""
import json
import sys

import netCDF4
import numpy as np

from file_values import bad_of, seconds, values_of


def rows_of(values, bad):
    """Of each row: 0 for valid, 1 for bad, 2 for missing; and the mean, maximum and minimum of its good values. Only single values have a minimum."""
    wide = values if values.ndim == 2 else values[:, None]
    bad = bad.reshape(wide.shape) & ~np.isnan(wide)
    good = ~np.isnan(wide) & ~bad
    count = good.sum(axis=1)
    state = np.where(count > 0, 0, np.where(bad.any(axis=1), 1, 2))
    mean = np.where(good, wide, 0).sum(axis=1) / np.maximum(count, 1)
    top = np.where(good, wide, -np.inf).max(axis=1, initial=-np.inf)
    low = wide[:, 0] if values.ndim == 1 else np.full(len(wide), np.nan)
    return np.stack([state, mean, top, low])


asked = json.load(sys.stdin)
for datastream, of in asked.items():
    found = {}
    for path in of["paths"]:
        with netCDF4.Dataset(path) as dataset:
            times = seconds(dataset)
            hours = np.floor(times / 3600)
            for name in of["variables"]:
                variable = dataset.variables.get(name)
                if variable is None or variable.ndim not in (1, 2) or variable.shape[0] != len(times):
                    continue
                rows = rows_of(values_of(variable), bad_of(dataset, name, variable.shape))
                units = str(getattr(variable, "units", "")).strip()
                found.setdefault((name, units), []).append(np.vstack([hours, rows])[:, np.isfinite(hours)])
    for (name, units), parts in found.items():
        parts = np.hstack(parts)
        parts = parts[:, np.argsort(parts[0], kind="stable")]
        ends = np.flatnonzero(np.diff(parts[0])) + 1
        for hour, state, mean, top, low in (part for part in np.split(parts, ends, axis=1) if part.size):
            kept = state == 0
            row = [datastream, name, units, int(hour[0]), *(int((state == n).sum()) for n in range(3))]
            if kept.any():
                least = low[kept]
                row += [float(mean[kept].mean()), float(top[kept].max()), None if np.isnan(least[0]) else float(least.min())]
            print(json.dumps(row if kept.any() else row + [None] * 3))

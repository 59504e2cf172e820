"""Samples of NetCDF files by numpy: reads {datastream: {paths, variables}} as JSON on standard input, and prints for each file and
variable the times, the values (null where missing) and which are Bad; of variables with levels, one sample in 50 with all levels."""
import json
import sys

import netCDF4
import numpy as np

from file_values import bad_of, seconds, values_of

asked = json.load(sys.stdin)
for datastream, of in asked.items():
    for path in of["paths"]:
        with netCDF4.Dataset(path) as dataset:
            times = seconds(dataset)
            for name in of["variables"]:
                variable = dataset.variables.get(name)
                if variable is None or variable.ndim not in (1, 2) or variable.shape[0] != len(times):
                    continue
                values, bad = values_of(variable), bad_of(dataset, name, variable.shape)
                every = 1 if values.ndim == 1 else 50
                print(json.dumps({
                    "datastream": datastream,
                    "variable": name,
                    "levels": 1 if values.ndim == 1 else values.shape[1],
                    "times": [None if np.isnan(one) else float(one) for one in times[::every]],
                    "values": [[None if np.isnan(one) else float(one) for one in np.atleast_1d(row)] for row in values[::every]],
                    "bad": [[bool(one) for one in np.atleast_1d(row)] for row in bad[::every]],
                }))

"""Values, times and checks of NetCDF files by numpy, written from the definition, not from Isobar's code."""
import re

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

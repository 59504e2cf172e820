"""Reads arrays of a server as different programs do: for arrays_equal.py, which compares them with files."""

import os
import subprocess
import sys
import tempfile
from urllib.parse import unquote

import netCDF4
import numpy as np

here = os.path.dirname(os.path.abspath(__file__))


def signs_of(stored, attributes):
    """How stored integers are read as the unsigned or signed ones that `_Unsigned` means, whether or not a reader did so."""
    told = str(attributes.get("_Unsigned", "")).strip().lower()
    bits = attributes.get("isobar_bits", stored.dtype.itemsize * 8 if stored.dtype.kind in "iu" else 0)
    if told not in ("true", "false") or not bits:
        return lambda numbers: numbers
    unsigned = lambda numbers: np.where(np.isfinite(numbers), numbers % 2**bits, numbers)
    if told == "true":
        return unsigned
    return lambda numbers: np.where(unsigned(numbers) < 2 ** (bits - 1), unsigned(numbers), unsigned(numbers) - 2**bits)


def measured_from(stored, attributes):
    """Values in double precision, integers of 64 bits in more; NaN for those that the attributes state as missing."""
    stored = np.asarray(stored)
    exact = np.longdouble if stored.dtype.kind in "iu" and stored.dtype.itemsize == 8 else np.float64
    signs = signs_of(stored, attributes)
    values = signs(stored.astype(exact))
    missing = []
    for name in ("missing_value", "_FillValue"):
        try:
            given = np.ravel(np.asarray(attributes.get(name, [])))
            # Of floating values in the precision in which they are stored.
            missing += list(signs(given.astype(stored.dtype if stored.dtype.kind == "f" else exact).astype(exact)))
        except ValueError:
            pass  # text that is no number
    bad = np.isin(values, missing)
    numbers = {"scale_factor": 1.0, "add_offset": 0.0}
    for name in numbers:
        try:
            given = float(np.ravel(attributes.get(name, numbers[name]))[0])
            numbers[name] = given if np.isfinite(given) else numbers[name]
        except (TypeError, ValueError):
            pass
    if numbers != {"scale_factor": 1.0, "add_offset": 0.0}:
        values = values * numbers["scale_factor"] + numbers["add_offset"]
    return np.where(bad, np.nan, values)


def attributes_of(variable):
    return {name: variable.getncattr(name) for name in variable.ncattrs()}


def open_by(reader, place, is_decoded=True):
    """Names of the array's variables, and what reads one as measured values. `is_decoded`: xarray unpacks by itself."""
    if reader in ("zarr3", "zarr2"):
        import xarray

        array = xarray.open_zarr(
            place["zarr"], zarr_format=int(reader[-1]), consolidated=True, decode_times=False, chunks=None, mask_and_scale=is_decoded
        )
        if is_decoded:
            return set(array.variables), lambda name: array[name].values.astype("f8")
        return set(array.variables), lambda name: measured_from(array[name].values, array[name].attrs)
    if reader in ("zarr-python3", "zarr-python2"):
        import zarr

        # Without the metadata of all variables, the names are those that the store lists.
        group = zarr.open_group(place["zarr"], mode="r", zarr_format=int(reader[-1]), use_consolidated=False)
        return set(group.array_keys()), lambda name: measured_from(group[name][...], filled(group[name]))
    if reader == "dap":
        array = netCDF4.Dataset(place["dap"])
        array.set_auto_maskandscale(False)
        return set(array.variables), lambda name: measured_from(array[name][...], attributes_of(array[name]))
    from pydap.client import open_url

    array = open_url(place["dap"], protocol="dap2")
    keys = {unquote(key): key for key in array.keys()}  # it leaves names as they are sent
    return set(keys), lambda name: measured_from(array[keys[name]][...].data, dict(array[keys[name]].attributes))


def filled(array):
    """Attributes of an array of Zarr: in version 2 its fill value is among the metadata alone, and xarray takes it for _FillValue."""
    attributes = dict(array.attrs)
    if array.metadata.zarr_format == 2 and array.fill_value is not None:
        attributes["_FillValue"] = array.fill_value
    else:
        attributes.pop("_FillValue", None)  # xarray's own way of writing it
        attributes.update({"_FillValue": array.fill_value} if "_FillValue" in array.attrs else {})
    return attributes


PROGRAMS = {
    "r": lambda plan, out: ["Rscript", os.path.join(here, "whole.R"), plan, out],
    "octave": lambda plan, out: ["octave-cli", "--path", here, "--eval", f"pkg load netcdf; whole('{plan}', '{out}')"],
    "ncdump": lambda plan, out: [sys.executable, os.path.join(here, "whole_cdl.py"), plan, out],
    "zarrita3": lambda plan, out: [os.environ["NODE"], os.path.join(here, "whole.ts"), "v3", plan, out],
    "zarrita2": lambda plan, out: [os.environ["NODE"], os.path.join(here, "whole.ts"), "v2", plan, out],
}


def read_by_program(reader, wanted):
    """Stored values in double precision of all wanted (address, name, shape), read by one process of another program."""
    with tempfile.TemporaryDirectory() as folder:
        plan, out = os.path.join(folder, "plan"), os.path.join(folder, "values")
        with open(plan, "w") as file:
            file.writelines(f"{address} {name}\n" for address, name, _ in wanted)
        run = subprocess.run(PROGRAMS[reader](plan, out), capture_output=True, text=True)
        if run.returncode != 0:
            raise RuntimeError(f"{reader} failed: {run.stdout[-500:]} {run.stderr[-2000:]}")
        values = np.fromfile(out, "<f8")
    lengths = [int(np.prod(shape)) for _, _, shape in wanted]
    if values.size != sum(lengths):
        raise RuntimeError(f"{reader} read {values.size} values of {sum(lengths)}")
    ends = np.cumsum(lengths)
    return [values[end - length : end].reshape(shape) for end, length, (_, _, shape) in zip(ends, lengths, wanted)]

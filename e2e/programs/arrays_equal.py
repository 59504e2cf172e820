"""Compares arrays of a server with the files themselves, as numpy and netCDF4 read them.

Usage: arrays_equal.py ADDRESS DATASTREAM ARCHIVE REPORTS READER...   with the readers of array_readers.py, r-slabs and octave-slabs.

Every value of every variable, for whole, clean and strict; by r-slabs and octave-slabs, 100 random slabs of each. The expected values follow from the files by the rules that
docs/specification/ar-arrays.md states, written here a second time and without any code of the server. Prints one line for each
reader and variant, and the first differences; ends with 1 if there are any.
"""

import csv
import datetime
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import urllib.request

import netCDF4
import numpy as np

from array_readers import PROGRAMS, attributes_of, measured_from, open_by, read_by_program

address, datastream, archive, reports, *readers = sys.argv[1:]
epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def seconds(text):
    return (datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) - epoch).total_seconds()


def report_spans():
    spans = []
    if not os.path.exists(reports):
        return spans
    with open(reports, newline="") as table:
        for row in csv.DictReader(table):
            if row["datastream"] == datastream and row["quality_code"] in ("3", "4"):
                names = None if row["variables"] in ("", "all") else row["variables"].split(";")
                spans.append((names, seconds(row["start_time"]), seconds(row["end_time"]) + 1 - 1e-6))
    return spans


def times_of(variable, values):
    unit, since = re.match(r"\s*(\w+)\s+since\s+(.*)", variable.units).groups()
    begin = datetime.datetime.fromisoformat(re.sub(r"\s*(Z|UTC| 0:00|\+00:?00)?$", "", since.strip()))
    per = {"s": 1, "m": 60, "h": 3600, "d": 86400}[unit[0].lower()]
    return (begin.replace(tzinfo=datetime.timezone.utc) - epoch).total_seconds() + values.astype("f8") * per


def measured(variable, isobar_name):
    """Values in double precision, NaN where the file states or means a missing one."""
    stored = variable[...]
    if stored.dtype.kind not in "iuf":
        return None
    values = stored.astype("f8")
    attributes = {name: variable.getncattr(name) for name in variable.ncattrs()}
    packed = "scale_factor" in attributes or "add_offset" in attributes
    missing = [float(np.ravel(attributes[n])[0]) for n in ("missing_value", "_FillValue") if n in attributes]
    if not packed:
        missing.append(-9999.0)
    bad = np.isin(values, missing)
    values = values * float(attributes.get("scale_factor", 1)) + float(attributes.get("add_offset", 0))
    values = np.where(bad, np.nan, values)
    return values


def flagged(dataset, variable, assessments):
    name = "qc_" + variable.name
    if name not in dataset.variables:
        return False
    quality = dataset.variables[name]
    if quality.shape != variable.shape:
        return False
    flags = quality[...].astype("i8")
    bad = np.zeros(flags.shape, bool)
    for attribute in quality.ncattrs():
        found = re.match(r"bit_(\d+)_assessment", attribute)
        if found and quality.getncattr(attribute) in assessments:
            bad |= (flags >> (int(found.group(1)) - 1)) & 1 == 1
    missing = [int(np.ravel(quality.getncattr(n))[0]) for n in ("missing_value", "_FillValue") if n in quality.ncattrs()]
    return bad & ~np.isin(flags, [*missing, -9999])


def is_never_masked(dataset, variable):
    name = variable.name
    return (
        name in ("time", "time_offset", "base_time", "lat", "lon", "alt")
        or name.startswith("qc_")
        or name in dataset.dimensions
        or "since" in getattr(variable, "units", "")
        or name.endswith("_bounds")
    )


class File:
    def __init__(self, path):
        self.path = path
        with netCDF4.Dataset(path) as dataset:
            dataset.set_auto_maskandscale(False)
            time = dataset.variables["time"]
            self.rows = time.shape[0]
            self.times = times_of(time, time[...]) if self.rows else np.zeros(0)

    def key(self):
        return (self.times[0], os.path.basename(self.path))


files = [File(path) for path in sorted(glob.glob(os.path.join(archive, "**", datastream + ".*"), recursive=True))]
files = sorted((one for one in files if one.rows), key=File.key)
starts = np.cumsum([0] + [one.rows for one in files])
spans = report_spans()
with urllib.request.urlopen(f"{address}/services/arrays/{datastream}") as reply:
    info = json.load(reply)
described = {one["name"]: one for one in info["variables"]}
VARIANTS = {"whole": (False, ()), "clean": (True, ("Bad",)), "strict": (True, ("Bad", "Indeterminate"))}


def coordinates(dataset, variable):
    inner = variable.dimensions[1:] if variable.dimensions[:1] == ("time",) else variable.dimensions
    return [
        (len(dataset.dimensions[one]), tuple(dataset.variables[one][...]) if one in dataset.variables else ())
        for one in inner
    ]


def meaning(dataset, variable):
    """What makes values of two files one array; quality goes with its data."""
    of = dataset.variables.get(variable.name[3:]) if variable.name.startswith("qc_") else None
    units = getattr(variable, "units", "")
    own = ("time" if "since" in units else units, coordinates(dataset, variable), variable.dtype.kind == "S")
    return own + ((meaning(dataset, of),) if of is not None else ())


def last_meanings():
    """By variable: each of its meanings, and the last time of it."""
    found = {}
    for one in files:
        with netCDF4.Dataset(one.path) as dataset:
            dataset.set_auto_maskandscale(False)
            for source, variable in dataset.variables.items():
                lasts = found.setdefault(source, {})
                key = repr(meaning(dataset, variable))
                lasts[key] = max(one.times[-1], lasts.get(key, 0))
    return found


meanings = last_meanings()


def name_of(source, key):
    lasts = meanings[source]
    newest = max(lasts, key=lambda one: lasts[one])
    if key == newest:
        return source
    day = datetime.datetime.fromtimestamp(lasts[key], datetime.timezone.utc).strftime("%Y%m%d")
    return f"{source}__to_{day}"


def expected(variant):
    """By name in the array: the values of all rows, or of the newest file for what has no rows."""
    masks, assessed = VARIANTS[variant]
    found = {}
    fixed = {}
    for number, one in enumerate(files):
        with netCDF4.Dataset(one.path) as dataset:
            dataset.set_auto_maskandscale(False)
            for source, variable in dataset.variables.items():
                if source in ("base_time", "time_offset", "time") or variable.dtype == str:
                    continue
                name = name_of(source, repr(meaning(dataset, variable)))
                if variable.dtype.kind == "S":
                    values = np.frombuffer(variable[...].tobytes(), "u1").reshape(variable.shape).astype("f8")
                else:
                    values = measured(variable, name)
                has_time = variable.dimensions[:1] == ("time",)
                if "since" in getattr(variable, "units", ""):
                    values = times_of(variable, values)
                elif variable.dtype.kind != "S" and has_time and not is_never_masked(dataset, variable):
                    if assessed:
                        values[flagged(dataset, variable, assessed) & np.ones(values.shape, bool)] = np.nan
                    for names, start, end in spans if masks else ():
                        if names is None or source in names:
                            values[(one.times >= start) & (one.times <= end)] = np.nan
                if has_time:
                    shape = (starts[-1],) + values.shape[1:]
                    found.setdefault(name, np.full(shape, np.nan))[starts[number] : starts[number + 1]] = values
                elif "time" in described.get(name, {}).get("dimensions", []):
                    shape = (starts[-1],) + values.shape
                    found.setdefault(name, np.full(shape, np.nan))[starts[number] : starts[number + 1]] = values
                else:
                    fixed[name] = values
    return {**found, **fixed, "time": np.concatenate([one.times for one in files])}


SLABS = {
    "r-slabs": lambda place, file: ["Rscript", os.path.join(here, "slabs.R"), place, file],
    "octave-slabs": lambda place, file: [
        *("octave-cli", "--path", here, "--eval"),
        f"pkg load netcdf; slabs('{place}', '{file}')",
    ],
}
here = os.path.dirname(os.path.abspath(__file__))


def opened_by_program(reader, place):
    """As open_by does; the attributes are those that netCDF4 reads by DAP."""
    with netCDF4.Dataset(place["dap"]) as array:
        stated = {name: attributes_of(array[name]) for name in array.variables}
    names = sorted(set(described) if reader.startswith("zarr") else set(stated))
    address = place["zarr" if reader.startswith("zarr") else "dap"]
    values = read_by_program(reader, [(address, name, tuple(described[name]["shape"])) for name in names])
    read = {name: measured_from(one, stated[name]) for name, one in zip(names, values)}
    return set(names), read.get


def random_slabs(array, right, draw):
    """Name, starts, counts of 100 slabs of variables that DAP has."""
    names = sorted(set(array.variables) & set(right))
    for _ in range(100):
        name = draw.choice(names)
        lengths = right[name].shape or (1,)
        starts = [draw.randrange(length) for length in lengths]
        yield name, starts, [draw.randint(1, min(length - start, 40)) for start, length in zip(starts, lengths)]


def differing_slabs(program, variant, right):
    """Reads slabs by another program; how many values it read, and which slabs differ from the files."""
    place = info["variants"][variant]["dap"]
    array = netCDF4.Dataset(place)
    array.set_auto_maskandscale(False)
    slabs = list(random_slabs(array, right, random.Random(f"{program} {variant}")))
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        for name, starts, counts in slabs:
            print(name, ",".join(map(str, starts)), ",".join(map(str, counts)), file=file)
        file.flush()
        lines = subprocess.run(
            SLABS[program](place, file.name), check=True, capture_output=True, text=True
        ).stdout.splitlines()
    assert len(lines) == len(slabs), (len(lines), len(slabs))
    wrong = []
    for (name, starts, counts), line in zip(slabs, lines):
        stored = np.array([float(one) for one in line.split(",")])
        variable = array.variables[name]
        attributes = {one: variable.getncattr(one) for one in variable.ncattrs()}
        got = measured_from(stored, attributes)
        want = np.reshape(right[name], right[name].shape or (1,))
        want = want[tuple(slice(start, start + count) for start, count in zip(starts, counts))].ravel()
        if described[name]["type"] not in ("char",):
            got = np.where(got == -9999, np.nan, got)
        if not (got.shape == want.shape and np.allclose(got, want, rtol=1e-6, atol=1e-9, equal_nan=True)):
            wrong.append((name, starts, counts, got[:3], want[:3]))
    return len(slabs), wrong


def compare_slabs(reader, variant, right):
    read, wrong = differing_slabs(reader, variant, right)
    for one in wrong[:3]:
        print(f"DIFFERS {reader} {variant}", *one)
    print(f"{reader} {variant}: {read} slabs compared")
    return len(wrong)


def compare(reader, variant, right):
    """Prints what a reader finds in one variant; how many variables differ."""
    if reader in SLABS:
        return compare_slabs(reader, variant, right)
    place = info["variants"][variant]
    names, read = opened_by_program(reader, place) if reader in PROGRAMS else open_by(reader, place)
    compared = values = differences = 0
    left_out = {one for one in right if described.get(one, {}).get("type") in ("int64", "uint64")}
    absent = set(right) - names - (set() if reader.startswith("zarr") else left_out)
    unexpected = names - set(right)
    for name in sorted(names & set(right)):
        got = read(name)
        want = right[name]
        if described[name]["type"] not in ("char",):
            got = np.where(got == -9999, np.nan, got)
        same = got.shape == want.shape and np.allclose(got, want, rtol=1e-6, atol=1e-9, equal_nan=True)
        compared += 1
        values += got.size
        if not same:
            differences += 1
            places = np.argwhere(~np.isclose(got, want, rtol=1e-6, atol=1e-9, equal_nan=True))[:3] if got.shape == want.shape else []
            print(f"DIFFERS {reader} {variant} {name} {got.shape} {want.shape}", [(tuple(p), got[tuple(p)], want[tuple(p)]) for p in places])
    if absent or unexpected:
        differences += 1
        print(f"NAMES {reader} {variant}: absent {sorted(absent)}, unexpected {sorted(unexpected)}")
    print(f"{reader} {variant}: {compared} variables, {values} values compared")
    return differences


differences = 0
for variant in VARIANTS:
    right = expected(variant)
    for reader in readers:
        try:
            differences += compare(reader, variant, right)
        except Exception as error:
            differences += 1
            print(f"FAILED {reader} {variant}: {error!r}")
sys.exit(1 if differences else 0)

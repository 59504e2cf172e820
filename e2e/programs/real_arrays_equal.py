"""Compares every value of arrays over real files with the files as netCDF4 reads them, whole, clean and strict.

Usage: real_arrays_equal.py FOLDER REPORTS ADDRESS READER[:VARIANT,…]=ADDRESS…   with the readers of array_readers.py, each at an address of its own; all variants
unless some are named.

What clean and strict leave out follows from the reports and the quality variables by the rules that docs/specification states, written here
a second time and without any code of the server. Prints a line for each datastream, variant and reader that differs, and one for each reader.
"""

import concurrent.futures
import csv
import datetime
import glob
import json
import os
import re
import sys
import urllib.error
import urllib.request

import netCDF4
import numpy as np

from array_readers import PROGRAMS, attributes_of, measured_from, open_by, read_by_program

folder, reports, address, *readers = sys.argv[1:]
VARIANTS = {"whole": (), "clean": ("Bad",), "strict": ("Bad", "Indeterminate")}
places = {}  # by reader: its address, and the variants that it reads
for one in readers:
    named, _, own_address = one.partition("=")
    reader, _, some = named.partition(":")
    places[reader] = own_address, some.split(",") if some else list(VARIANTS)
VARIANTS = {name: what for name, what in VARIANTS.items() if any(name in read for _, read in places.values())}
PLACES = ("base_time", "time_offset", "time", "lat", "lon", "alt", "latitude", "longitude")
epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def instant(text):
    return (datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) - epoch).total_seconds()


def report_spans(datastream):
    with open(reports, newline="") as table:
        return [
            (row["variables"].split(";") if row["variables"] not in ("", "all") else None, instant(row["start_time"]), instant(row["end_time"]) + 1 - 1e-6)
            for row in csv.DictReader(table)
            if row["datastream"] == datastream and row["quality_code"] in ("3", "4")
        ]


def clock_units(variable):
    """What times count from; the bounds of times have the units of the times, by CF."""
    own = str(getattr(variable, "units", ""))
    times = variable.group().variables.get("time")
    if own == "" and times is not None and variable.name == getattr(times, "bounds", "time_bounds"):
        own = times.units
    return own if " since " in own.lower() and variable.dtype.kind in "iuf" else None


def is_clock(variable):
    return clock_units(variable) is not None


def seconds(variable):
    """Of the stored numbers, which netCDF4 leaves as they are here; NaN for missing ones."""
    numbers = measured_from(variable[...], attributes_of(variable)).astype("f8")
    units = clock_units(variable).replace("msec ", "milliseconds ")
    if units.startswith("nanoseconds"):
        numbers, units = numbers / 1000, units.replace("nanoseconds", "microseconds")
    calendar = getattr(variable, "calendar", "standard")
    times = np.atleast_1d(netCDF4.num2date(np.nan_to_num(numbers), units, calendar, only_use_cftime_datetimes=False))
    found = np.array([np.datetime64(str(time), "us").astype("int64") / 1e6 for time in times.ravel()])
    return np.where(np.isfinite(numbers), found.reshape(numbers.shape), np.nan)


def all_of(group, path=""):
    """By their path all variables of a file and its groups."""
    found = {path + name: variable for name, variable in group.variables.items()}
    for name, inner in group.groups.items():
        found.update(all_of(inner, f"{path}{name}/"))
    return found


class TimeFirst:
    """A variable that has time behind other dimensions, as the server shows it."""

    def __init__(self, variable, dimension):
        self.stored, self.at = variable, variable.dimensions.index(dimension)

    def __getattr__(self, name):
        return getattr(self.stored, name)

    @property
    def dimensions(self):
        return tuple(self.moved(self.stored.dimensions))

    @property
    def shape(self):
        return tuple(self.moved(self.stored.shape))

    def moved(self, listed):
        return [listed[self.at], *listed[: self.at], *listed[self.at + 1 :]]

    def __getitem__(self, key):
        return np.moveaxis(self.stored[...], self.at, 0)[key]


def time_first(variable, dimension):
    return TimeFirst(variable, dimension) if dimension in variable.dimensions[1:] and dimension != variable.dimensions[0] else variable


# Quality variables: which of their values are Bad or Indeterminate.

MEANT = {"bad": "Bad", "incorrect": "Bad", "indeterminate": "Indeterminate", "suspect": "Indeterminate", "questionable": "Indeterminate"}


def numbered(attributes, pattern):
    found = {}
    for name, value in attributes.items():
        match = re.fullmatch(pattern, name, re.I)
        if match and isinstance(value, str):
            found[int(match.group(1))] = MEANT.get(value.strip().lower(), "")
    return found


def meaning_of(text):
    if re.match(r"(not?|non|without)(_|-|$)", text, re.I):
        return ""
    if re.search(r"bad|incorrect|fail", text, re.I):
        return "Bad"
    return "Indeterminate" if re.search(r"indeterminate|suspect|questionable", text, re.I) else ""


def texts(value):
    """Of one text, its words; a list of texts is one already."""
    return re.split(r"[\s,]+", value.strip()) if isinstance(value, str) else [str(one) for one in value]


def failing(quality, own, whole, wanted):
    """Where stored quality is one of the wanted assessments."""
    bits = numbered(own, r"(?:qc_)?bit_(\d+)_assessment")
    given = np.asarray(quality).astype("i8")
    missing = [-9999.0] + [float(x) for n in ("missing_value", "_FillValue") if n in own for x in np.ravel(own[n])]
    is_missing = np.isin(given, missing)
    by_bits = lambda known: (sum((given >> (n - 1)) & 1 for n, what in known.items() if what in wanted) > 0) & ~is_missing
    if bits:
        return by_bits(bits)
    listed = lambda name: [int(x) for x in np.ravel(own[name])] if name in own and not isinstance(own[name], str) else None
    masks, values = listed("flag_masks"), listed("flag_values")
    if masks or values:
        told, meant = (texts(own.get(name, "")) for name in ("flag_assessments", "flag_meanings"))
        of = lambda n: MEANT.get(told[n].lower(), "") if n < len(told) and told[n] else meaning_of(meant[n] if n < len(meant) else "")
        if masks and values:
            return np.any([(given & m) == v for n, (m, v) in enumerate(zip(masks, values)) if of(n) in wanted] or [np.zeros(given.shape, bool)], axis=0) & ~is_missing
        if masks:
            return np.any([(given & m) != 0 for n, m in enumerate(masks) if of(n) in wanted] or [np.zeros(given.shape, bool)], axis=0) & ~is_missing
        return np.isin(given, [v for n, v in enumerate(values) if of(n) in wanted])
    states = numbered(own, r"flag_(\d+)_assessment")
    if states:
        return np.isin(given, [n for n, what in states.items() if what in wanted])
    shared = numbered(whole, r"(?:qc_)?bit_(\d+)_assessment")
    return by_bits(shared) if shared else np.zeros(given.shape, bool)


def quality_of(file, name):
    if f"qc_{name}" in file.variables:
        return f"qc_{name}"
    for other in re.split(r"[\s,]+", str(getattr(file[name], "ancillary_variables", ""))):
        if other in file.variables and (
            re.match("a?qc_", other) or any(re.search(r"^(flag_(masks|values|meanings|\d+_assessment)|(qc_)?bit_\d+_)", each, re.I) for each in file[other].ncattrs())
        ):
            return other
    return None


def never_masked(file):
    names = set(PLACES) | set(file.dimensions)
    for name, variable in file.variables.items():
        if is_clock(variable) or re.match("a?qc_", name) or name.endswith("_bounds"):
            names.add(name)
        for attribute in ("coordinates", "bounds"):
            names.update(re.split(r"[\s,]+", str(getattr(variable, attribute, ""))))
        names.add(quality_of(file, name))
    return names


def flagged(file, variable, dimension, wanted):
    beside = variable.group()
    name = quality_of(beside, variable.name)
    if name is None or name == variable.name or not wanted:
        return None
    quality = time_first(beside[name], dimension)
    if quality.dtype.kind not in "iuf" or any(one not in variable.dimensions for one in quality.dimensions):
        return None
    bad = failing(quality[...], attributes_of(quality), attributes_of(file), wanted)
    shape = tuple(length if one in quality.dimensions else 1 for one, length in zip(variable.dimensions, variable.shape))
    return np.broadcast_to(bad.reshape(shape), variable.shape)


# What arrays have to be.


def own(expected):
    return {one["name"]: one for one in expected.info["variables"]}

class Expected:
    """All rows of a datastream in the terms of its array, for each variant."""

    def __init__(self, datastream, info):
        self.info = info
        left = {name for each in info["leftOut"] for name in (each["first"], each["last"])}
        self.spans = report_spans(datastream)
        self.values = {variant: {} for variant in VARIANTS}
        self.masked = 0
        self.lacking = []
        paths = []
        for path in glob.glob(f"{folder}/**/{datastream}.*", recursive=True):
            if os.path.basename(path) not in left:
                with netCDF4.Dataset(path) as file:
                    file.set_auto_maskandscale(False)
                    file.set_auto_chartostring(False)
                    times = seconds(self.axis(file))
                    if len(times) > 0:
                        paths.append((times[np.isfinite(times)][0], os.path.basename(path), path))
        self.start = 0
        for _, _, path in sorted(paths):
            with netCDF4.Dataset(path) as file:
                file.set_auto_maskandscale(False)
                file.set_auto_chartostring(False)
                self.add(file)
        if self.start != info["rows"]:
            self.lacking.append(f"{self.start} of {info['rows']} rows")

    def axis(self, file):
        known = all_of(file)
        return next(known[name] for name in own(self)["time"]["source"] if name in known)

    def add(self, file):
        axis, known = self.axis(file), all_of(file)
        times = seconds(axis)
        rows, dimension = len(times), axis.dimensions[0]
        part = slice(self.start, self.start + rows)
        self.start += rows
        known = {name: time_first(variable, dimension) for name, variable in known.items()}
        never = never_masked(file)
        shown = set()
        for described in self.info["variables"]:
            if described["name"] == "time":
                for variant in VARIANTS:
                    self.values[variant].setdefault("time", np.full(self.info["rows"], np.nan))[part] = times
                continue
            for source in (one for one in described["source"] if one in known):
                variable = known[source]
                if variable.dtype == str or not self.is_meant(variable, described, dimension, times):
                    continue
                shown.add(source)
                self.show(file, variable, described, (times, part, dimension, never))
        for name in set(known) - shown - {*own(self)["time"]["source"], "base_time", "time_offset"}:
            if not any(name in note for note in self.info["notes"]):
                self.lacking.append(f"{name} is in no array and in no note")

    def is_meant(self, variable, described, dimension, times):
        """Whether this is the meaning of a variable, of those that a name has in other files."""
        clock = is_clock(variable)
        units = getattr(variable, "units", "")
        if not clock and (units if isinstance(units, str) else "") != described["units"]:
            return False
        inner = variable.shape[1:] if variable.dimensions[:1] == (dimension,) else variable.shape
        if list(inner) != described["shape"][described["dimensions"][:1] == ["time"] :]:
            return False
        if (variable.dtype.kind == "S") != (described["type"] == "char"):
            return False
        first = np.nanmin(times)
        return instant(described["from"]) <= first + 1 and first <= instant(described["to"]) + 1

    def show(self, file, variable, described, place):
        times, part, dimension, never = place
        if variable.dtype.kind == "S":
            own = np.frombuffer(np.ascontiguousarray(variable[...]).tobytes(), "u1").reshape(variable.shape).astype("f8")
        elif is_clock(variable):
            own = seconds(variable)
        else:
            own = measured_from(variable[...], attributes_of(variable))
        has_time = variable.dimensions[:1] == (dimension,)
        can_mask = has_time and variable.dtype.kind in "iuf" and described["type"] not in ("int64", "uint64") and variable.name not in never
        for variant, assessed in VARIANTS.items():
            values = own
            if can_mask and assessed:
                values = own.copy()
                bad = flagged(file, variable, dimension, assessed)
                if bad is not None:
                    values[bad] = np.nan
                for names, begin, end in self.spans:
                    if names is None or variable.name in names:
                        values[(times >= begin) & (times <= end)] = np.nan
                self.masked += int(np.sum(np.isnan(values) & ~np.isnan(own)))
            if described["dimensions"][:1] == ["time"]:
                inner = values.shape[1:] if has_time else values.shape
                kind = np.longdouble if described["type"] in ("int64", "uint64") else "f8"
                into = self.values[variant].setdefault(described["name"], np.full((self.info["rows"], *inner), np.nan, kind))
                into[part] = values
            else:
                self.values[variant][described["name"]] = values


def differing(got, want, described):
    if got.shape != want.shape:
        return f"shape {got.shape} for {want.shape}"
    if np.array_equal(got, want, equal_nan=True):
        return None
    if described["type"] != "char":  # a missing one, stated or not
        got, want = (np.where(one == -9999, np.nan, one) for one in (got, want))
    else:  # text has no missing value; what it is in files without it is not stated
        got = np.where(np.isnan(want), np.nan, np.nan_to_num(got))
    exact = 1e-5 if described["units"].startswith("seconds since") else 0
    if got.dtype == np.longdouble:  # integers of 64 bits, by a reader that has them
        return None if np.array_equal(got, want, equal_nan=True) else f"{got.ravel()[:6]} for {want.ravel()[:6]}"
    wrong = ~np.isclose(got, want, rtol=1e-6 if exact == 0 else 0, atol=exact, equal_nan=True)
    if not wrong.any():
        return None
    at = tuple(np.argwhere(wrong)[0])
    return f"{int(wrong.sum())} of {wrong.size}, first {at}: {got[at]} for {want[at]}"


arrays = {}
without = []
for datastream in sorted({".".join(name.split(".")[:2]) for name in os.listdir(folder)}):
    try:
        with urllib.request.urlopen(f"{address}/services/arrays/{datastream}") as reply:
            info = json.load(reply)
    except urllib.error.HTTPError as error:
        without.append(f"{datastream} has no array: {json.load(error)['message']}")
        continue
    arrays[datastream] = Expected(datastream, info)

for line in without:
    print(line)
for datastream, expected in arrays.items():
    for text in expected.lacking:
        print(f"DIFFERS {datastream}: {text}")


def place_of(expected, variant, base):
    return {kind: re.sub("^https?://[^/]+", base, one) for kind, one in expected.info["variants"][variant].items() if isinstance(one, str)}


def is_left_out(reader, described):
    """DAP2 has no integers of 64 bits."""
    return not reader.startswith("zarr") and described["type"] in ("int64", "uint64")


def by_program(reader, base, variants):
    """Tuples of datastream, variant, description and values, read by one process of another program."""
    wanted, keys = [], []
    for datastream, expected in arrays.items():
        for variant in variants:
            place = place_of(expected, variant, base)["zarr" if reader.startswith("zarr") else "dap"]
            for name, described in own(expected).items():
                if not is_left_out(reader, described):
                    wanted.append((place, name, tuple(described["shape"])))
                    keys.append((datastream, variant, described))
    read = read_by_program(reader, wanted)
    return [(*key, measured_from(values, stated(key[0], key[1], key[2]["name"]))) for key, values in zip(keys, read)]


def by_library(reader, base, variants):
    """The same by a library of Python; no values: the variable is not there."""
    for datastream, expected in arrays.items():
        for variant in variants:
            try:
                names, read = open_by(reader, place_of(expected, variant, base), is_decoded=False)
            except Exception as error:  # of a library, of any kind
                yield datastream, variant, {"name": "all of it", "units": "", "type": ""}, repr(error)[:300]
                continue
            for name, described in own(expected).items():
                if name in names:
                    try:
                        yield datastream, variant, described, read(name)
                    except Exception as error:
                        yield datastream, variant, described, repr(error)[:300]
                elif not is_left_out(reader, described):
                    yield datastream, variant, described, None


attributes = {}
BITS = {"byte": 8, "ubyte": 8, "char": 8, "short": 16, "ushort": 16, "int": 32, "uint": 32, "int64": 64, "uint64": 64}


def stated(datastream, variant, name):
    """The attributes of a variable in the metadata of the store, which are those of every reader."""
    key = datastream, variant
    if key not in attributes:
        with urllib.request.urlopen(arrays[datastream].info["variants"][variant]["zarr"] + "/.zmetadata") as reply:
            attributes[key] = json.load(reply)["metadata"]
    found = attributes[key]
    fill = found[f"{name}/.zarray"]["fill_value"]
    kind = own(arrays[datastream])[name]["type"]
    bytes_of = {"_Unsigned": "true"} if kind in ("ubyte", "char") else {}  # which some take for signed ones
    return {**found[f"{name}/.zattrs"], **({} if fill is None else {"_FillValue": float(fill)}), **bytes_of, "isobar_bits": BITS.get(kind, 0)}


def compare(reader, found):
    """Prints what differs, and what was compared; answers how many variables differ."""
    variables = values = differ = 0
    for datastream, variant, described, got in found:
        want = arrays[datastream].values[variant].get(described["name"])
        if isinstance(got, str):
            text = f"cannot be read: {got}"
        elif want is None or got is None:
            text = "is not there" if got is None else "is in no file"
        else:
            text = differing(got, want, described)
            variables, values = variables + 1, values + want.size
        if text is not None:
            differ += 1
            print(f"DIFFERS {reader} {datastream} {variant} {described['name']}: {text}")
    print(f"{reader}: {len(arrays)} arrays, {variables} variables, {values} values, {differ} differ", flush=True)
    return differ


# Libraries of Python share a process, and one of them after the other has it; programs run beside them.
with concurrent.futures.ThreadPoolExecutor(1) as beside:
    running = {reader: beside.submit(by_program, reader, *place) for reader, place in places.items() if reader in PROGRAMS}
    found = [compare(reader, by_library(reader, *place)) for reader, place in places.items() if reader not in running]
    found += [compare(reader, each.result()) for reader, each in running.items()]
print(f"masked: {sum(expected.masked for expected in arrays.values())}")
sys.exit(1 if any(found) or any(expected.lacking for expected in arrays.values()) else 0)

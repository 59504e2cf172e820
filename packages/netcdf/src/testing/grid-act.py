"""Puts the same files on a time grid by act-atmos, and names for each cell that differs from Isobar's the statements of the law that make it differ.

The released act-atmos has no transformation to a grid. Its users read files with `read_arm_netcdf`, take Bad data out with `qcfilter.datafilter`, and
use xarray's `resample`, as `act.utils.ship_utils` does; that is what runs here.

Reads a JSON list of cases from the file named by the first argument: input files, the output of Isobar, the step, and variables with their methods.
Prints JSON: `problems`, one line for each value that is neither explained nor equal, and `counts`: by method the cells, and how many of them differ
by which statements. Each statement is a switch of the law below: with all switches off it has to give Isobar's value, with all on that of
act-atmos, and the switches that matter in a cell are its explanation.
"""

import collections
import json
import math
import sys
import warnings

import netCDF4
import numpy as np

warnings.simplefilter("ignore")
import act  # noqa: E402

# What act-atmos does otherwise, by method; AV3: a sample is a moment, wholly inside the cell of its time stamp.
SWITCHES = {
    "mean": ["AV3"],
    "std": ["AV3", "AV6"],
    "sum": ["AV3", "AV9"],
    "nearest": ["AV5", "AV8", "AV15"],
    "direction": ["AV3", "AV14"],
    "speed": ["AV3", "AV14"],
}


def by_act(case):
    """Variable, output and the values of act-atmos: a dict from the start of a cell (seconds since 1970) to a number."""
    wanted = [name for each in case["variables"] for name in (each["name"], each.get("speed")) if name]
    kept = wanted + [f"qc_{name}" for name in wanted]
    data = act.io.arm.read_arm_netcdf(case["inputs"], cleanup_qc=True, keep_variables=kept).load()  # else dask plans each cell by itself
    data.qcfilter.datafilter([name for name in dict.fromkeys(wanted) if f"qc_{name}" in data], rm_assessments=["Bad"])
    made = []

    def put(variable, output, values):
        seconds = values["time"].values.astype("datetime64[s]").astype("int64")
        made.append((variable, output, dict(zip(seconds.tolist(), np.asarray(values.values, "float64").tolist()))))

    for each in case["variables"]:
        name, method = each["name"], each["method"]
        groups = data[name].astype("float64").resample(time=f"{case['step']}s")
        if method == "mean":
            put(each, "mean", groups.mean())
            if "refused" not in each:
                put(each, "std", groups.std())
        elif method == "sum":
            put(each, "sum", groups.sum())
        elif method == "nearest":
            put(each, "nearest", groups.nearest())
        elif method == "linear":
            put(each, "linear", groups.interpolate("linear"))
        else:
            put(each, "direction", groups.mean())
            put(each, "speed", data[each["speed"]].astype("float64").resample(time=f"{case['step']}s").mean())
    return made


def read(paths, name):
    """Times, values, whether each is usable, and stated bounds, in order of time; by netCDF4 alone."""
    rows = []
    for path in paths:
        with netCDF4.Dataset(path) as file:
            file.set_auto_maskandscale(False)

            def seconds(values):
                word, _, epoch = file["time"].units.partition(" since ")
                start = np.datetime64(epoch.strip()[:19].replace(" 0:00", "T00:00").replace(" ", "T"), "s").astype("int64")
                return np.asarray(values, "float64") * {"seconds": 1, "minutes": 60, "hours": 3600}[word] + float(start)

            times = seconds(file["time"][:])
            variable = file[name]
            raw = np.asarray(variable[:])
            stated = [-9999.0]
            for attribute in ("missing_value", "_FillValue"):
                if attribute in variable.ncattrs():
                    stated += np.atleast_1d(variable.getncattr(attribute)).astype(float).tolist()
            values = raw * float(getattr(variable, "scale_factor", 1)) + float(getattr(variable, "add_offset", 0))
            good = np.isfinite(values) & ~np.isin(raw.astype(float), stated)
            if f"qc_{name}" in file.variables:
                quality = file[f"qc_{name}"]
                bad = sum(
                    2 ** (int(attribute.split("_")[-2]) - 1)
                    for holder in (quality, file)
                    for attribute in holder.ncattrs()
                    if is_bad(holder, attribute, quality)
                )
                good &= (np.asarray(quality[:]).astype("int64") & bad) == 0
            bounds = seconds(file["time_bounds"][:]) if "time_bounds" in file.variables else [None] * len(times)
            rows += zip(times.tolist(), values.tolist(), good.tolist(), bounds)
    return sorted(rows, key=lambda row: row[0])


def is_bad(holder, attribute, quality):
    """Whether an attribute says that a bit is Bad: of the variable, or of all variables unless the variable has its own."""
    if not attribute.endswith("_assessment") or holder.getncattr(attribute) != "Bad":
        return False
    if holder is quality:
        return attribute.startswith("bit_")
    own = any(each.startswith("bit_") and each.endswith("_assessment") for each in quality.ncattrs())
    return attribute.startswith("qc_bit_") and not own


def edges_of(rows):
    """The cell of each sample: stated bounds, else from middle to middle with mirrored outer edges (AV3)."""
    times = [row[0] for row in rows]
    edges = []
    for i, (time, _, _, bounds) in enumerate(rows):
        if bounds is not None:
            edges.append((min(bounds), max(bounds)))
            continue
        left = (time - times[i - 1]) / 2 if i > 0 else None
        right = (times[i + 1] - time) / 2 if i + 1 < len(times) else None
        left, right = (right if left is None else left) or 0.0, (left if right is None else right) or 0.0
        edges.append((time - left, time + right))
    return edges


class Law:
    """The law over the samples of one variable, or of a direction with its speed, with switches to what act-atmos does."""

    def __init__(self, rows, step, speeds=None):
        self.rows, self.step, self.speeds = rows, step, speeds
        self.known = {}
        self.edges = np.array(edges_of(rows)).reshape(-1, 2)
        self.reach = np.max(self.edges[:, 1] - self.edges[:, 0], initial=0)
        self.times = np.array([row[0] for row in rows])
        self.usable = np.flatnonzero([row[2] for row in rows])

    def here(self, start, off):
        """(place, part) of the samples of a cell: part of the sample's cell, above 0 (AV4)."""
        key = (start, "AV3" in off)
        if key not in self.known:
            self.known[key] = self.overlapping(start, *((self.times,) * 2 if "AV3" in off else self.edges.T))
        return self.known[key]

    def overlapping(self, start, begins, ends):
        stop = start + self.step
        low = np.searchsorted(self.times, start - self.reach)
        high = np.searchsorted(self.times, stop + self.reach, "right")
        a, b = begins[low:high], ends[low:high]
        shared = np.minimum(b, stop) - np.maximum(a, start)
        moment = (a == b) & (start <= a) & (a < stop)
        places = np.flatnonzero(moment | ((a < b) & (shared > 0)))
        return [(low + i, 1.0 if a[i] == b[i] else shared[i] / (b[i] - a[i])) for i in places.tolist()]

    def value(self, output, start, off):
        if output == "nearest":
            return self.nearest(start, off)
        here = self.here(start, off)
        if output in ("direction", "speed"):
            return self.wind(output, here, off)
        good = [(self.rows[i][1], part) for i, part in here if self.rows[i][2]]
        if not good:
            return 0.0 if output == "sum" and here and "AV9" in off else None
        values, parts = np.array(good).T
        if output == "sum":
            return float((values * parts).sum())
        mean = float((values * parts).sum() / parts.sum())
        if output == "mean":
            return mean
        deviation = math.sqrt(float((parts * (values - mean) ** 2).sum() / parts.sum()))
        return deviation if "AV6" in off or deviation >= 1e-6 else 0.0

    def wind(self, output, here, off):
        """Means of the components of pairs (AV14); switched: the mean of the degrees, and that of the speeds that have no direction too."""
        if "AV14" in off:
            rows = self.rows if output == "direction" else self.speeds
            good = [(rows[i][1], part) for i, part in here if rows[i][2]]
            return sum(v * p for v, p in good) / sum(p for _, p in good) if good else None
        pairs = [(self.speeds[i][1], math.radians(self.rows[i][1]), p) for i, p in here if self.rows[i][2] and self.speeds[i][2]]
        if not pairs:
            return None
        weight = sum(p for _, _, p in pairs)
        if output == "speed":
            return sum(s * p for s, _, p in pairs) / weight
        east, north = sum(s * math.sin(d) * p for s, d, p in pairs), sum(s * math.cos(d) * p for s, d, p in pairs)
        return math.degrees(math.atan2(east, north)) % 360

    def nearest(self, start, off):
        """Of the samples that overlap the cell (AV8) the usable one (AV5) nearest to its start, of two as near the earlier (AV15)."""
        places = self.closest(start, "AV5" in off) if "AV8" in off else [i for i, _ in self.here(start, off)]
        good = [i for i in places if "AV5" in off or self.rows[i][2]]
        if not good:
            return None
        later = -1 if "AV15" in off else 1
        best = min(good, key=lambda i: (abs(self.rows[i][0] - start), later * self.rows[i][0]))
        return self.rows[best][1] if self.rows[best][2] else None

    def closest(self, start, of_all):
        """Places of the samples, or of the usable ones, that are next to a time on both sides."""
        places = np.arange(len(self.rows)) if of_all else self.usable
        at = np.searchsorted(self.times[places], start)
        return [int(places[i]) for i in (at - 1, at) if 0 <= i < len(places)]


def same(a, b, output):
    """Values near zero are compared with what single precision holds of their terms."""
    if a is None or b is None:
        return a is b
    if output == "direction":
        return min(abs(a - b), 360 - abs(a - b)) <= 1e-4
    return abs(a - b) <= 1e-6 * max(1.0, abs(b))


def isobar_names(variable, output):
    if output == "std":
        return variable["name"] + "_std"
    return variable["speed"] if output == "speed" else variable["name"]


def compare(case, problems, counts):
    theirs = by_act(case)
    step = case["step"]
    with netCDF4.Dataset(case["output"]) as file:
        file.set_auto_maskandscale(False)
        starts = [int(start) for start in file["time"][:]]
        for variable, output, values in theirs:
            name = variable["name"]
            tally = counts.setdefault(output if "refused" not in variable else f"{output}, refused", collections.Counter())
            cells = sorted(set(starts) | set(values))
            tally["cells"] += len(cells)
            if "refused" in variable:
                tally[variable["refused"]] += sum(math.isfinite(value) for value in values.values())
                continue
            speeds = read(case["inputs"], variable["speed"]) if "speed" in variable else None
            law = Law(read(case["inputs"], name), step, speeds)
            ours = dict(zip(starts, np.asarray(file[isobar_names(variable, output)][:], "float64").tolist()))
            for start in cells:
                own, other = ours.get(start), values.get(start)
                own = None if own in (None, -9999.0) else own
                other = None if other is None or math.isnan(other) else other
                where = f"{case['name']}: {output} of {name} at {start}"
                if not same(own, law.value(output, start, ()), output):
                    problems.append(f"{where}: Isobar has {own}, the law {law.value(output, start, ())}")
                switches = SWITCHES[output]
                if not same(other, law.value(output, start, switches), output):
                    problems.append(f"{where}: act-atmos has {other}, which no statement explains ({law.value(output, start, switches)})")
                if same(own, other, output):
                    continue
                matter = smallest(law, output, start, other)
                if matter is None:
                    problems.append(f"{where}: {own} and {other} differ, and no set of statements explains it")
                else:
                    tally[" ".join(matter)] += 1


def smallest(law, output, start, other):
    """The fewest statements whose switches turn the law's value into that of act-atmos."""
    switches = SWITCHES[output]
    sets = [[each for bit, each in enumerate(switches) if mask >> bit & 1] for mask in range(1, 2 ** len(switches))]
    for matter in sorted(sets, key=len):
        if same(other, law.value(output, start, matter), output):
            return matter
    return None


problems, counts = [], {}
with open(sys.argv[1]) as cases:
    for case in json.load(cases):
        compare(case, problems, counts)
print(json.dumps({"problems": problems[:40], "counts": counts}))

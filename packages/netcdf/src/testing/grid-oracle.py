"""An independent oracle of the time grid, written from its law (statements AV2 to AV18) and not from the program.

Reads a JSON list of cases from the file named by the first argument. Each case names input files, one output file, the step, the variables with
their methods, reports and limits. Prints a JSON list with one line of text for each difference. Slow and plain on purpose: for every cell of the
grid all samples are looked at.
"""

import json
import math
import sys

import netCDF4
import numpy as np

BAD, INDET, NOT_NEAREST, SOME, OUTSIDE, ALL_BAD = 1, 2, 16, 32, 128, 256
STD_BAD, STD_INDET, SHARE_BAD, SHARE_INDET = 512, 1024, 2048, 4096


def seconds(variable, of=None):
    units = getattr(of if of is not None else variable, "units")
    word, _, epoch = units.partition(" since ")
    scale = {"seconds": 1, "minutes": 60, "hours": 3600}[word]
    start = np.datetime64(epoch.replace(" ", "T"), "s").astype("int64")
    return np.asarray(variable[:], "float64") * scale + float(start)


def read(paths, name):
    """Times, values, uses (0 usable, 1 indeterminate, 2 not usable) and stated bounds of all samples, in order of time."""
    rows = []
    for order, path in enumerate(paths):
        with netCDF4.Dataset(path) as file:
            file.set_auto_maskandscale(False)
            times = seconds(file["time"])
            raw = np.asarray(file[name][:]) if name in file.variables else np.full(len(times), -9999.0)
            variable = file.variables.get(name)
            scale = float(getattr(variable, "scale_factor", 1)) if variable is not None else 1.0
            offset = float(getattr(variable, "add_offset", 0)) if variable is not None else 0.0
            stated = {-9999.0}
            for attribute in ("missing_value", "_FillValue"):
                if variable is not None and attribute in variable.ncattrs():
                    stated |= set(np.atleast_1d(variable.getncattr(attribute)).astype(float))
            flags = np.asarray(file["qc_" + name][:]) if "qc_" + name in file.variables else np.zeros(len(times), int)
            bad_bits = indet_bits = 0
            if "qc_" + name in file.variables:
                for attribute in file["qc_" + name].ncattrs():
                    if attribute.endswith("_assessment"):
                        bit = 2 ** (int(attribute.split("_")[1]) - 1)
                        if file["qc_" + name].getncattr(attribute) == "Bad":
                            bad_bits |= bit
                        else:
                            indet_bits |= bit
            bounds = seconds(file["time_bounds"], file["time"]) if "time_bounds" in file.variables else None
            for row, time in enumerate(times):
                value = float(raw[row])
                use = 0
                if not np.isfinite(value) or value in stated:
                    use = 2
                flag = int(flags[row])
                if flag != -9999 and flag & bad_bits:
                    use = 2
                elif flag != -9999 and use == 0 and flag & indet_bits:
                    use = 1
                rows.append((time, order, row, value * scale + offset, use, None if bounds is None else bounds[row]))
    rows.sort(key=lambda each: (each[0], each[1], each[2]))
    return rows


def cells_of(rows):
    times = [each[0] for each in rows]
    cells = []
    for i, (time, _, _, _, _, bounds) in enumerate(rows):
        if bounds is not None:
            cells.append((min(bounds), max(bounds)))
            continue
        left = (time - times[i - 1]) / 2 if i > 0 else None
        right = (times[i + 1] - time) / 2 if i + 1 < len(times) else None
        if left is None and right is None:
            left = right = 0.0
        left = right if left is None else left
        right = left if right is None else right
        cells.append((time - left, time + right))
    return cells


def inside(cell, start, stop):
    """(part of the sample's cell, seconds shared); None where they only touch."""
    a, b = cell
    if a == b:
        return (1.0, 1.0) if start <= a < stop else None
    shared = min(b, stop) - max(a, start)
    return (shared / (b - a), shared) if shared > 0 else None


def bin_of(samples, cells, start, stop, method, limits):
    """(value, flags, deviation, share) of one cell; samples are (time, value, use)."""
    here = []
    for (time, value, use), cell in zip(samples, cells):
        found = inside(cell, start, stop)
        if found is not None:
            here.append((time, value, use, *found))
    if not here:
        return (None, BAD | OUTSIDE, None, 0.0)
    good = [each for each in here if each[2] != 2]
    if not good:
        return (None, BAD | ALL_BAD, None, 0.0)
    if method == "nearest":
        distance = min(abs(each[0] - start) for each in here)
        best = min(good, key=lambda each: abs(each[0] - start))
        flags = NOT_NEAREST if abs(best[0] - start) > distance else 0
        return (best[1], flags | (INDET if best[2] == 1 else 0), None, None)
    parts = np.array([each[3] for each in good])
    values = np.array([each[1] for each in good])
    mean = float((parts * values).sum() / parts.sum())
    deviation = math.sqrt(float((parts * (values - mean) ** 2).sum() / parts.sum()))
    if deviation < 1e-6:
        deviation = 0.0
    share = sum(each[4] for each in good) / sum(each[4] for each in here)
    flags = 0
    if len(good) < len(here):
        flags |= SOME
    if any(each[2] == 1 for each in good):
        flags |= INDET
    if "std_bad" in limits and deviation > limits["std_bad"]:
        flags |= STD_BAD
    elif "std_indet" in limits and deviation > limits["std_indet"]:
        flags |= STD_INDET
    if "share_bad" in limits and share < limits["share_bad"]:
        flags |= SHARE_BAD
    elif "share_indet" in limits and share < limits["share_indet"]:
        flags |= SHARE_INDET
    return (float((parts * values).sum()) if method == "sum" else mean, flags, deviation, share)


def masked(rows, spans, name):
    result = []
    for time, _, _, value, use, _ in rows:
        hit = any(span["start"] <= time <= span["end"] and ("all" == span["variables"] or name in span["variables"]) for span in spans)
        result.append((time, value, 2 if hit else use))
    return result


def differs(expected, found):
    if expected is None:
        return found != -9999
    # Values near zero are compared with what single precision holds of their terms.
    return abs(found - expected) > 1e-6 * max(1.0, abs(expected))


def check(case):
    problems = []
    step = case["step"]
    with netCDF4.Dataset(case["output"]) as file:
        file.set_auto_maskandscale(False)
        starts = np.asarray(file["time"][:])
        every = [each[0] for each in read(case["inputs"], "time_of_nothing")]
        first, last = math.floor(min(every) / step), math.floor(max(every) / step)
        grid = [g * step for g in range(first, last + 1)]
        if "range" in case:
            grid = [g for g in grid if case["range"][0] <= g < case["range"][1]]
        if list(starts) != grid:
            return [f"{case['name']}: times {starts[:3]} … ({len(starts)}) but expected {grid[:3]} … ({len(grid)})"]
        if not np.array_equal(np.asarray(file["time_bounds"][:]), np.array([[g, g + step] for g in grid], float)):
            problems.append("time_bounds")

        def same(name, index, expected, kind):
            found = float(file[name][index])
            if differs(expected, found):
                problems.append(f"{case['name']}: {kind} {name}[{index}] is {found}, expected {expected}")

        for variable in case["variables"]:
            name, method, limits = variable["name"], variable["method"], variable.get("limits", {})
            rows = read(case["inputs"], name)
            cells = cells_of(rows)
            samples = masked(rows, case["spans"], name)
            if method == "vector":
                speeds = masked(read(case["inputs"], variable["speed"]), case["spans"], variable["speed"])
                both = [(t, s, d, 2 if 2 in (us, ud) else max(us, ud)) for (t, s, us), (_, d, ud) in zip(speeds, samples)]
                east = [(t, -s * math.sin(math.radians(d)), use) for t, s, d, use in both]
                north = [(t, -s * math.cos(math.radians(d)), use) for t, s, d, use in both]
                scalar = [(t, s, use) for t, s, d, use in both]
                for index, start in enumerate(grid):
                    u, flags, _, _ = bin_of(east, cells, start, start + step, "mean", {})
                    v, _, _, _ = bin_of(north, cells, start, start + step, "mean", {})
                    s, s_flags, _, _ = bin_of(scalar, cells, start, start + step, "mean", limits)
                    same(variable["speed"], index, s, "scalar speed")
                    if int(file["qc_" + variable["speed"]][index]) != s_flags:
                        problems.append(f"{case['name']}: flags of scalar speed at {index}")
                    same(variable["speed"] + "_vector", index, None if u is None else math.hypot(u, v), "vector speed")
                    if int(file["qc_" + name][index]) != flags:
                        problems.append(f"{case['name']}: flags of direction at {index}")
                    if u is not None and math.hypot(u, v) > 1e-6:
                        angle = math.degrees(math.atan2(-u, -v)) % 360
                        found = float(file[name][index])
                        if min(abs(found - angle), 360 - abs(found - angle)) > 1e-4:
                            problems.append(f"{case['name']}: direction[{index}] is {found}, expected {angle}")
                continue
            for index, start in enumerate(grid):
                value, flags, deviation, share = bin_of(samples, cells, start, start + step, method, limits)
                same(name, index, value, method)
                found = int(file["qc_" + name][index])
                if found != flags:
                    problems.append(f"{case['name']}: flags of {name}[{index}] are {found}, expected {flags}")
                if method == "mean":
                    same(name + "_std", index, deviation, "deviation")
                if method != "nearest":
                    same(name + "_goodfraction", index, share, "share")
    return problems


with open(sys.argv[1]) as cases:
    print(json.dumps([problem for case in json.load(cases) for problem in check(case)]))

"""Files of every type and form that netCDF4 writes, and whether an array over them has every value of them.

Usage: every_type.py write FOLDER                            writes three days, a leap day among them
       every_type.py check ADDRESS FOLDER                    compares the array with the files; prints a line for each reader
       every_type.py chunks ADDRESS                          prints what each variable's last chunk is, as numcodecs reads it, as JSON
       every_type.py records ADDRESS                         prints which dimensions grow, as netCDF4 reads them by DAP2

Readers unpack and mask by themselves, as scientists have them do; the files are read in the same way.
"""

import glob
import json
import os
import sys
import urllib.request

import netCDF4
import numpy as np

DATASTREAM = "sgptypesE13.b1"
DAYS = ("20200228", "20200229", "20200301")
ROWS = 5
WIDE, HUGE, LETTERS = 1000, 40000, 4
what, *rest = sys.argv[1:]


def numbers(kind, day):
    """Both ends of the type, and between them."""
    limits = np.iinfo(kind)
    return np.array([limits.min, limits.max, day, limits.max - 1 - day, limits.min + 1], kind)


def write(folder):
    for day, date in enumerate(DAYS):
        with netCDF4.Dataset(os.path.join(folder, f"{DATASTREAM}.{date}.000000.nc"), "w") as file:
            file.createDimension("time", None)
            for name, length in (("bin", WIDE), ("gate", HUGE), ("letter", LETTERS), ("beam", None)):
                file.createDimension(name, length)
            file.title = "Every type that NetCDF-4 has"
            time = file.createVariable("time", "f8", ("time",))
            time.units = f"hours since {date[:4]}-{date[4:6]}-{date[6:]} 00:00:00 +0:00"
            time[:] = np.array([0, 1, 2.5, 6, 23.75])

            def add(name, kind, dimensions, values, attributes={}, **how):
                fill = attributes.get("_FillValue")
                variable = file.createVariable(name, kind, dimensions, fill_value=fill, **how)
                variable.setncatts({key: value for key, value in attributes.items() if key != "_FillValue"})
                variable.set_auto_maskandscale(False)
                variable[:] = values

            for kind in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"):
                add(f"int_{kind}", kind, ("time",), numbers(kind, day), {"units": "1", "long_name": f"numbers of {kind}"}, zlib=True, shuffle=True)
            for kind, fill in (("i8", -9223372036854775806), ("u8", 18446744073709551614), ("u2", 65534), ("u4", 4294967294)):
                values = numbers(kind, day) if kind in ("u2", "u4") else np.arange(ROWS).astype(kind) + day
                values[2] = fill
                add(f"filled_{kind}", kind, ("time",), values, {"units": "1", "_FillValue": fill})
            add("bits", "i1", ("time",), numbers("i1", day), {"units": "1", "_Unsigned": "true", "_FillValue": np.int8(-1)})
            add("flag", "i1", ("time",), numbers("i1", day)[1:4].repeat(2)[:ROWS], {"units": "1", "_FillValue": np.int8(-127)})
            add("level", "u1", ("time",), numbers("u1", day), {"units": "1", "_FillValue": np.uint8(254)})
            add("packed_bits", "i1", ("time",), numbers("i1", day), {"units": "K", "_Unsigned": "true", "_FillValue": np.int8(-1), "scale_factor": np.float32(0.5), "add_offset": np.float32(200)})
            add("packed", "i2", ("time",), np.array([1, -9999, 3, day, 5]), {"units": "K", "missing_value": np.int16(-9999), "scale_factor": 0.01, "add_offset": 273.15})
            add("quiet", "f4", ("time",), np.array([1.5, np.nan, np.inf, -np.inf, day]), {"units": "m/s", "_FillValue": np.float32("nan")}, fletcher32=True)
            add("big", ">f4", ("time",), np.arange(ROWS) + day / 8, {"units": "Pa"}, endian="big")
            add("big_double", ">f8", ("time",), np.arange(ROWS) / 3 + day, {"units": "Pa"}, endian="big", zlib=True, shuffle=True, fletcher32=True)
            add("word", "S1", ("time", "letter"), np.array([list(f"d{day}r{row}".encode()) for row in range(ROWS)], "u1").view("S1"), {"long_name": "words"})
            add("name", str, ("time",), np.array([f"row {row}" for row in range(ROWS)], object), {"long_name": "text of any length"})
            add("spectrum", "f4", ("time", "bin"), np.arange(ROWS * WIDE).reshape(ROWS, WIDE) + day, {"units": "1"}, zlib=True)
            add("power", "f4", ("time", "gate"), np.arange(ROWS * HUGE).reshape(ROWS, HUGE) + day, {"units": "W"}, zlib=True)
            add("angle", "f4", ("beam",), np.array([10, 20, 30]), {"units": "degree"})
            add("scan", "f8", ("time", "beam"), np.arange(ROWS * 3).reshape(ROWS, 3) + day, {"units": "1"})
            add("alt", "f4", (), 318.5 + day, {"units": "m"})
            add("site", "S1", ("letter",), np.array(list(b"sgp "), "u1").view("S1"))
            file.createGroup("inner").createVariable("humid", "f4", ("time",))[:] = np.arange(ROWS) + day


def exact(values):
    """Integers as they are, everything else in double precision with NaN for what is missing."""
    values = np.ma.asanyarray(values)
    if values.dtype.kind == "S":
        values = np.frombuffer(values.tobytes(), "u1").reshape(values.shape)
    if values.dtype.kind in "iu" and values.dtype.itemsize == 8 and not np.ma.is_masked(values):
        return np.asarray(values)
    return np.ma.filled(values.astype("f8"), np.nan)


def from_files(folder):
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, f"{DATASTREAM}.*"))):
        with netCDF4.Dataset(path) as file:
            file.set_auto_chartostring(False)
            for variable in (*file.variables.values(), *file["inner"].variables.values()):
                name = variable.name if variable.name in file.variables else f"inner/{variable.name}"
                # By itself it masks what is there where nothing was written, also where no file states it.
                variable.set_auto_mask(any(each in variable.ncattrs() for each in ("_FillValue", "missing_value")))
                if variable.dtype != str and name != "time":
                    found.setdefault(name, []).append((variable.dimensions[:1] == ("time",), exact(variable[...])))
    return {name: np.concatenate([one for _, one in parts]) if parts[0][0] else [one for _, one in parts] for name, parts in found.items()}


def describe(address):
    with urllib.request.urlopen(f"{address}/services/arrays/{DATASTREAM}") as reply:
        return json.load(reply)


def by_zarr(address, version):
    import xarray

    array = xarray.open_zarr(address, zarr_format=version, consolidated=True, chunks=None, decode_times=False)
    return {name: exact(array[name].values) for name in array.variables}


def by_dap(address):
    with netCDF4.Dataset(address) as array:
        array.set_auto_chartostring(False)
        for variable in array.variables.values():
            variable.set_auto_mask(any(each in variable.ncattrs() for each in ("_FillValue", "missing_value")))
        return {name: exact(array[name][...]) for name in array.variables}


def by_pydap(address):
    import xarray
    from pydap.client import open_url

    array = open_url(address, protocol="dap2")
    found = {}
    for name in array.keys():
        values = np.asarray(array[name][...].data)
        stored = xarray.Dataset({name: ([f"{name}{n}" for n in range(values.ndim)], values, dict(array[name].attributes))})
        found[name] = exact(xarray.decode_cf(stored, decode_times=False)[name].values)
    return found


def check(address, folder):
    info = describe(address)
    want = from_files(folder)
    names = {one["source"][-1]: one["name"] for one in info["variables"]}
    place = info["variants"]["whole"]
    readers = {
        "zarr3": lambda: by_zarr(place["zarr"], 3),
        "zarr2": lambda: by_zarr(place["zarr"], 2),
        "dap": lambda: by_dap(place["dap"]),
        "pydap": lambda: by_pydap(place["dap"]),
    }
    differ = 0
    for reader, read in readers.items():
        got = read()
        values = 0
        absent = []
        for source, expected in want.items():
            own = got.get(names.get(source, source))
            if own is None:
                absent.append(source)
                continue
            if isinstance(expected, list):  # the same in all files, or one for each of their rows
                expected = np.concatenate([np.repeat(one[None], ROWS, 0) for one in expected]) if len(own) == ROWS * len(DAYS) and own.shape != expected[0].shape else expected[-1]
            values += expected.size
            if own.shape != expected.shape or not np.array_equal(own, expected, equal_nan=own.dtype.kind == "f"):
                differ += 1
                print(f"DIFFERS {reader} {source}: {own.shape} {own.dtype} {np.ravel(own)[:8]} for {expected.shape} {expected.dtype} {np.ravel(expected)[:8]}")
        print(f"{reader}: {values} values, without {' '.join(sorted(absent)) or 'none'}")
    sys.exit(1 if differ else 0)


def chunks(address):
    from numcodecs import blosc

    info = describe(address)
    store = info["variants"]["whole"]["zarr"]

    def get(key):
        with urllib.request.urlopen(f"{store}/{key}") as reply:
            return reply.read()

    found = []
    for one in info["variables"]:
        v3 = json.loads(get(f"{one['name']}/zarr.json"))
        v2 = json.loads(get(f"{one['name']}/.zarray"))
        shape = v3["chunk_grid"]["configuration"]["chunk_shape"]
        last = [-(-length // size) - 1 for length, size in zip(v3["shape"], shape)]
        raw = get("/".join([one["name"], "c", *map(str, last)]))
        size, shuffle, stored = blosc._cbuffer_metainfo(raw)
        values = np.frombuffer(blosc.decompress(raw), np.dtype(v2["dtype"])).reshape(shape)
        rows = v3["shape"][0] - last[0] * shape[0] if "time" in one["dimensions"] else None
        fill = v2["fill_value"]
        padding = [] if rows is None else np.unique(values[rows:].astype("f8")).tolist()
        found.append(
            {
                **{key: one[key] for key in ("name", "dimensions", "shape", "type")},
                "chunk": shape,
                "sameInVersion2": v2["chunks"] == shape,
                "codecs": [codec["name"] for codec in v3["codecs"]],
                "endian": v3["codecs"][0]["configuration"]["endian"],
                "inside": blosc.cbuffer_complib(raw),
                "shuffled": shuffle,
                "stored": stored,
                "size": size,
                "padding": ["NaN" if np.isnan(each) else each for each in padding],
                "fill": "NaN" if fill == "NaN" else fill if fill is None else float(fill),
            }
        )
    print(json.dumps(found))


if what == "write":
    write(*rest)
elif what == "check":
    check(*rest)
elif what == "records":
    with netCDF4.Dataset(*rest) as array:
        print(*[name for name, one in array.dimensions.items() if one.isunlimited()])
else:
    chunks(*rest)

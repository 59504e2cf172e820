"""Writes datastreams of two or three files each, of kinds that files of other makers have, for arrays over them.

Usage: unusual_files.py FOLDER REPORTS [KIND...]    writes below FOLDER, each kind as a datastream of its own: sgpKINDE13.b1

REPORTS becomes a table of quality reports: on all variables of the first day for some hours, and on every second one of the others.

A kind is a function below: it gets a file that is open for writing, the number of its day, and the date. real_arrays_equal.py compares.
"""

import csv
import os
import shutil
import subprocess
import sys

import netCDF4
import numpy as np

DATES = ("20200228", "20200229", "20200301")
ROWS = 6
KINDS = {}


def kind(function=None, **how):
    """how: `format` of the files; `days`: how many."""

    def known(made):
        KINDS[made.__name__.replace("_", "")] = (made, how)
        return made

    return known if function is None else known(function)


def dated(date):
    return f"{date[:4]}-{date[4:6]}-{date[6:]}"


def clock(file, date, name="time", dimension="time", rows=ROWS, kind="f8", units="hours since {} 00:00:00", values=None, **attributes):
    if dimension not in file.dimensions:
        file.createDimension(dimension, None)
    fill = attributes.pop("_FillValue", None)
    time = file.createVariable(name, kind, (dimension,), fill_value=fill)
    time.set_auto_maskandscale(False)
    time.units = units.format(dated(date))
    time.setncatts(attributes)
    time[:] = np.arange(rows) if values is None else values
    return time


def add(file, name, kind, dimensions, values, attributes=None, **how):
    attributes = {"units": "1", **(attributes or {})}
    fill = attributes.pop("_FillValue", None)
    variable = file.createVariable(name, kind, dimensions, fill_value=fill, **how)
    variable.set_auto_maskandscale(False)
    variable.setncatts({key: value for key, value in attributes.items() if value is not None})
    variable[...] = values
    return variable


def plain(file, day, name="temp", **how):
    return add(file, name, "f4", ("time",), np.arange(ROWS) + day / 8, {"units": "degC"}, **how)


class Limits:
    """Of a type of integers; the least of 32 bits is no number in R."""

    def __init__(self, name):
        known = np.iinfo(name)
        self.min, self.max, self.bits = known.min + (name == "i4"), known.max, known.bits


def letters(text, length):
    return np.frombuffer(text.encode()[:length].ljust(length, b"\0"), "S1")


# Times.


@kind
def noleap(file, day, date):
    clock(file, date, calendar="noleap")
    plain(file, day)


@kind
def thirty_days(file, day, date):
    clock(file, date, calendar="360_day")
    plain(file, day)


@kind
def julian(file, day, date):
    clock(file, date, calendar="Julian")
    plain(file, day)


@kind
def one_julian(file, day, date):
    """The calendar of one file of three."""
    clock(file, date, calendar=("standard", "julian", "GREGORIAN")[day])
    plain(file, day)


@kind
def months(file, day, date):
    clock(file, date, units="months since 2020-01-01", values=[day])
    add(file, "temp", "f4", ("time",), [day])


@kind
def proleptic(file, day, date):
    clock(file, date, units="days since 0001-01-01", values=737483 + day + np.arange(ROWS) / ROWS, calendar="proleptic_gregorian")
    plain(file, day)


@kind
def ancient(file, day, date):
    clock(file, date, units="days since 1-1-1 00:00:00", values=737485 + day + np.arange(ROWS) / ROWS)
    plain(file, day)


@kind
def zoned(file, day, date):
    clock(file, date, units=("seconds since {} 00:00:00.250 -06:00", "seconds since {}T00:00:00.5Z", "msec since {} 6:00 UTC")[day], values=np.arange(ROWS) * 0.125)
    plain(file, day)


@kind
def drifting_times(file, day, date):
    scale = (1, 24 * 60, 1000 * 86400)[day]
    clock(file, date, kind=("f8", "i4", "i8")[day], units=("days since {}", "minutes since 2020-01-01", "milliseconds since {}")[day], values=(np.array([0, 0.25, 0.5, 0.5, 0.625, 0.75]) * scale) + (58 + day) * 1440 * (day == 1))
    plain(file, day)


@kind
def nanoseconds(file, day, date):
    clock(file, date, kind="i8", units="nanoseconds since 1970-01-01", values=(1582848000 + 86400 * day) * 10**9 + np.arange(ROWS) * 10**9)
    plain(file, day)


@kind
def other_name(file, day, date):
    clock(file, date, "obs_time", "obs", standard_name="time", axis="T")
    add(file, "temp", "f4", ("obs",), np.arange(ROWS) + day)
    add(file, "time", "S1", (), b"x", {"units": None, "long_name": "no time at all"})


@kind
def upper(file, day, date):
    clock(file, date, "TIME", "TIME")
    add(file, "TEMP", "f4", ("TIME",), np.arange(ROWS) + day)


@kind
def descending(file, day, date):
    clock(file, date, values=np.arange(ROWS)[::-1] * 2.0)
    plain(file, day)


@kind
def lacking_times(file, day, date):
    values = np.arange(ROWS, dtype="f8")
    values[[0, 3]] = (-1, np.nan)
    clock(file, date, values=values, _FillValue=-1.0)
    plain(file, day)


@kind
def bounded(file, day, date):
    time = clock(file, date, units=("hours since {}", "hours since {}", "minutes since {}")[day], bounds="time_bnds", climatology="none")
    file.createDimension("nv", 2)
    bounds = file.createVariable("time_bnds", "f8", ("time", "nv"))
    bounds[:] = np.stack([np.arange(ROWS) - 0.5, np.arange(ROWS) + 0.5], 1)
    add(file, "lag", "i4", ("time",), np.arange(ROWS), {"units": "seconds"})
    add(file, "launch", "f8", (), 17 + day, {"units": "seconds since 2020-01-01"})
    add(file, "ends", "i4", ("time",), np.arange(ROWS) * 60, {"units": f"seconds since {dated(date)}", "_FillValue": np.int32(120)})
    plain(file, day).cell_methods = "time: mean"


@kind
def rows(file, day, date):
    count = (0, 1, ROWS)[day]
    clock(file, date, rows=count, values=np.arange(count))
    add(file, "temp", "f4", ("time",), np.arange(count))
    add(file, "scan", "i2", ("time", "time_2"), np.zeros((count, 3))) if "time_2" in file.dimensions else file.createDimension("time_2", 3)


@kind(days=1)
def single(file, day, date):
    clock(file, date, rows=1, values=[3])
    add(file, "temp", "f4", ("time",), [1.5])
    file.createDimension("x", 1)
    add(file, "one", "f8", ("time", "x"), [[2.5]])
    add(file, "two", "f8", ("x",), [7])


@kind
def packed_times(file, day, date):
    clock(file, date, kind="i2", values=np.arange(ROWS) * 10, scale_factor=0.5, add_offset=1.0)
    plain(file, day)


@kind
def fixed_time(file, day, date):
    """A dimension of times that is not unlimited, and another that is."""
    file.createDimension("time", ROWS)
    file.createDimension("sample", None)
    clock(file, date)
    add(file, "noise", "f4", ("sample",), np.arange(4) + day)
    add(file, "temp", "f4", ("time", "sample"), np.arange(ROWS * 4).reshape(ROWS, 4))


# Numbers.


@kind
def integers(file, day, date):
    clock(file, date)
    for name in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"):
        limits = Limits(name)
        values = np.array([limits.min, limits.max, limits.max - 1 - day, limits.min + 1, day, 2**53 + 1 if limits.bits == 64 else 3], name)
        add(file, f"int_{name}", name, ("time",), values)
        add(file, f"filled_{name}", name, ("time",), values, {"_FillValue": values[5]})
        add(file, f"other_{name}", name, ("time",), values, {"missing_value": np.array([limits.max - 1 - day, limits.min + 1], name)})
        add(file, f"once_{name}", name, (), values[-1])


@kind
def signs(file, day, date):
    clock(file, date)
    for name, unsigned, scale in (("i1", "true", None), ("i2", "true", None), ("i4", "true", None), ("i8", "true", None), ("u1", "false", None), ("u2", "false", 0.5), ("i1", "True", 2.0), ("i2", "TRUE", 0.1), ("i4", "true", np.float32(0.25)), ("i1", "false", None)):
        limits = Limits(name)
        values = np.array([limits.min, limits.max, 0, 1, day, limits.max // 2], name)
        attributes = {"_Unsigned": unsigned, "_FillValue": None if name == "i8" else np.array(limits.max, name), "scale_factor": scale, "valid_range": np.array([0, limits.max - 1], name)}
        add(file, f"v_{name}_{unsigned}_{scale or 'none'}".replace(".", ""), name, ("time",), values, attributes)


@kind
def packed(file, day, date):
    clock(file, date)
    for name in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "f4", "f8"):
        for scale, offset in ((np.float32(0.1), None), (0.1, None), (None, np.float32(-3.5)), (np.float32(0.01), 100.0), (np.int16(2), np.int32(5)), (0.1, np.float32(0.3))):
            attributes = {"scale_factor": scale, "add_offset": offset, "missing_value": np.array(7, name)}
            add(file, f"p_{name}_{'s' + scale.__class__.__name__ if scale is not None else ''}_{'o' + offset.__class__.__name__ if offset is not None else ''}", name, ("time",), np.arange(ROWS) * 5 + 2 + day, attributes)


@kind
def oddly_packed(file, day, date):
    clock(file, date)
    values = np.arange(ROWS) + day
    add(file, "text_scale", "i2", ("time",), values, {"scale_factor": "0.5", "add_offset": " 3 "})
    add(file, "no_scale", "i2", ("time",), values, {"scale_factor": 1.0, "add_offset": 0.0})
    add(file, "zero_scale", "i2", ("time",), values, {"scale_factor": 0.0})
    add(file, "nan_scale", "i2", ("time",), values, {"scale_factor": np.nan, "add_offset": np.inf})
    add(file, "drifting_scale", "i2", ("time",), values, {"scale_factor": (0.1, 0.2, 0.1)[day], "_FillValue": np.int16(2)})
    add(file, "drifting_offset", "f4", ("time",), values, {"add_offset": (0.1, 0.2, None)[day]})
    add(file, "drifting_type", ("i2", "f4", "i4")[day], ("time",), values)
    add(file, "drifting_wide", ("i4", "i8", "f4")[day], ("time",), values * 2**24 + 1)
    add(file, "drifting_fill", "f4", ("time",), values, {"_FillValue": np.float32((3, -9999, np.nan)[day])})
    add(file, "drifting_int_fill", "i4", ("time",), values, {"_FillValue": np.int32((3, -9999, -1)[day])})
    add(file, "drifting_long_fill", "i8", ("time",), values + 2**60, {"_FillValue": np.int64((2**60 + 1, -9999, -1)[day])})
    add(file, "drifting_sign", ("i1", "u1", "i2")[day], ("time",), values * 20, {"_Unsigned": ("true", None, None)[day]})


@kind
def missing(file, day, date):
    clock(file, date)
    values = np.array([1, 2, -9999, 4, 5 + day, np.nan])
    whole = np.array([1, 2, -9999, 4, 5 + day, 6])
    add(file, "nan_fill", "f4", ("time",), values, {"_FillValue": np.float32(np.nan)})
    add(file, "several", "f4", ("time",), values, {"missing_value": np.array([1, 4], "f4"), "_FillValue": np.float32(2)})
    add(file, "several_ints", "i4", ("time",), whole, {"missing_value": np.array([1, 4], "i4"), "_FillValue": np.int32(2)})
    add(file, "text_missing", "f4", ("time",), values, {"missing_value": "-9999"})
    add(file, "words_missing", "f4", ("time",), values, {"missing_value": "NaN or so"})
    add(file, "other_type", "i2", ("time",), whole, {"missing_value": -9999.0})
    add(file, "out_of_type", "i2", ("time",), whole, {"missing_value": np.float64(1e20)})
    add(file, "double_of_float", "f4", ("time",), np.array([0.1, 1e20, 3, 4, 5, 6], "f4"), {"missing_value": 1e20})
    add(file, "unstated", "f4", ("time",), values)
    add(file, "limits", "f4", ("time",), values, {"valid_min": np.float32(2), "valid_max": np.float32(5)})
    add(file, "range_of_ints", "i2", ("time",), whole, {"valid_range": np.array([0, 5], "i2"), "actual_range": np.array([1, 6], "i2")})
    file.createVariable("never_written", "f4", ("time",)).units = "1"
    file.createVariable("never_written_int", "i4", ("time",)).units = "1"


# Text.


@kind
def text(file, day, date):
    clock(file, date)
    for name, length in (("strlen", 8), ("few", 2), ("word", 5)):
        file.createDimension(name, length)
    add(file, "station", "S1", ("time", "strlen"), np.array([letters(f"row {row} é", 8) for row in range(ROWS)]), {"units": None})
    add(file, "labels", "S1", ("time", "few", "word"), np.array([[letters(f"{row}{n}", 5) for n in range(2)] for row in range(ROWS)]), {"units": None, "_Encoding": "utf-8"})
    add(file, "site", "S1", ("strlen",), letters("sgp", 8), {"units": None})
    add(file, "drifting_site", "S1", ("strlen",), letters(f"sgp{day}", 8), {"units": None})
    add(file, "letter", "S1", (), b"x", {"units": None})
    add(file, "letters", "S1", ("time",), letters("abcdef", ROWS), {"units": None, "_FillValue": b"b"})
    add(file, "names", str, ("time",), np.array([f"row {row}" for row in range(ROWS)], object), {"units": None})
    add(file, "title", str, (), np.array("one text", object), {"units": None})
    add(file, "listed", str, ("few",), np.array(["a", "bé"], object), {"units": None})
    plain(file, day)


# Dimensions.


@kind
def levels(file, day, date):
    count = (3, 4, 3)[day]
    clock(file, date)
    file.createDimension("level", count)
    file.createDimension("same", 3)
    add(file, "level", "f4", ("level",), np.arange(count) * 100.0, {"units": "m"})
    add(file, "same", "f4", ("same",), np.arange(3) + day, {"units": "m"})
    add(file, "profile", "f4", ("time", "level"), np.arange(ROWS * count).reshape(ROWS, count) + day)
    add(file, "other", "f4", ("time", "same"), np.arange(ROWS * 3).reshape(ROWS, 3) + day)
    add(file, "qc_profile", "i4", ("time", "level"), np.zeros((ROWS, count)), {"bit_1_assessment": "Bad"})
    add(file, "plain_table", "f8", ("level",), np.arange(count) + day)


@kind
def stations(file, day, date):
    """Time behind other dimensions, as networks have it, and before them on the second day."""
    clock(file, date)
    for name, length in (("station", 4), ("z", 3)):
        file.createDimension(name, length)
    add(file, "station", "i4", ("station",), np.arange(4) * 10)
    add(file, "latitude", "f8", ("station",), 50 + np.arange(4) / 8, {"units": "degree_north"})
    bits = {"flag_method": "bit", "bit_1_assessment": "Indeterminate", "bit_2_assessment": "Bad"}

    def placed(name, kind, order, values, attributes=None, **how):
        """Values of (time, station, ...) in another order, but for the second day."""
        stored = ("time", *[one for one in order if one != "time"]) if day == 1 else order
        names = ("time", "station", "z")[: values.ndim]
        add(file, name, kind, stored, np.transpose(values, [names.index(one) for one in stored]), attributes, **how)

    pairs = np.arange(ROWS * 4).reshape(ROWS, 4) + day / 8
    placed("temp", "f4", ("station", "time"), pairs, {"units": "degC", "_FillValue": np.float32(5 + day / 8)}, zlib=True, chunksizes=(2, 4))
    placed("qc_temp", "i4", ("station", "time"), np.arange(ROWS * 4).reshape(ROWS, 4) % 4, bits)
    placed("packed", "i2", ("station", "time"), pairs.round(), {"scale_factor": 0.25, "add_offset": 10.0})
    placed("by_rows", "f8", ("station", "time"), pairs)
    add(file, "qc_by_rows", "i4", ("time",), np.arange(ROWS) % 4, bits)
    cube = np.arange(ROWS * 12).reshape(ROWS, 4, 3) + day
    placed("middle", "i4", ("station", "time", "z"), cube)
    placed("last", "u2", ("station", "z", "time"), cube)
    rows = np.array([letters(f"{row}{day}", 4) for row in range(ROWS)])
    add(file, "text", "S1", ("station", "time"), rows.T, {"units": None})


@kind
def shapes(file, day, date):
    clock(file, date)
    for name, length in (("x", 2), ("y", 3), ("z", 2)):
        file.createDimension(name, length)
    file.createDimension("beam", None)
    file.createDimension("empty", None)
    add(file, "four", "i2", ("time", "x", "y", "z"), np.arange(ROWS * 12).reshape(ROWS, 2, 3, 2) + day)
    add(file, "covariance", "f8", ("time", "x", "x"), np.arange(ROWS * 4).reshape(ROWS, 2, 2) + day)
    add(file, "beams", "f4", ("time", "beam"), np.arange(ROWS * 2).reshape(ROWS, 2) + day)
    add(file, "second", "f4", ("x", "time"), np.arange(ROWS * 2).reshape(2, ROWS) + day)
    file.createVariable("nothing", "f4", ("time", "empty")).units = "1"
    file.createVariable("nothing_fixed", "f4", ("empty",)).units = "1"
    add(file, "x", "f8", ("time", "x"), np.arange(ROWS * 2).reshape(ROWS, 2) + day)
    add(file, "matrix", "f4", ("x", "y"), np.arange(6).reshape(2, 3))
    add(file, "drifting_matrix", "f4", ("x", "y"), np.arange(6).reshape(2, 3) + day)
    add(file, "alt", "f4", (), 300 + (day == 2))
    rank = (("time",), ("time", "y"), ("time", "y"))[day]
    add(file, "half", "f4", rank, np.arange(ROWS * (3 if len(rank) == 2 else 1)).reshape((ROWS, 3)[: len(rank)]))
    add(file, "becomes_row", "f4", ((), ("time",), ("time",))[day], day + 0.5)
    if day == 1:
        add(file, "only_once", "u2", ("time",), np.arange(ROWS))
        add(file, "once_fixed", "f4", ("y",), np.arange(3))
    add(file, "units_change", "f4", ("time",), np.arange(ROWS), {"units": ("K", "degC", "K")[day]})


# Quality.


@kind
def flagged(file, day, date):
    clock(file, date)
    file.createDimension("x", 2)
    file.createDimension("letter", 3)
    values = np.arange(ROWS) + day
    square = np.arange(ROWS * 2).reshape(ROWS, 2) + day
    bits = {"bit_1_assessment": "Bad", "bit_2_assessment": "Indeterminate"}
    states = np.array([0, 1, 2, 3, 0, 1])
    file.setncatts({"qc_bit_1_assessment": "Indeterminate", "qc_bit_2_assessment": "Bad"})
    for name in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "f4", "f8"):
        add(file, f"of_{name}", name, ("time",), values)
        add(file, f"qc_of_{name}", name, ("time",), states, bits)
    add(file, "by_masks", "f4", ("time",), values, {"ancillary_variables": "its_flags"})
    add(file, "its_flags", "u1", ("time",), states, {"flag_masks": np.array([1, 2], "u1"), "flag_meanings": "is_bad is_suspect"})
    add(file, "by_values", "f8", ("time",), values, {"ancillary_variables": "no_such its_states"})
    add(file, "its_states", "i1", ("time",), states, {"flag_values": np.array([0, 1, 2, 3], "i1"), "flag_meanings": "good not_bad questionable incorrect"})
    add(file, "by_fields", "i2", ("time",), values)
    add(file, "qc_by_fields", "i2", ("time",), states, {"flag_masks": np.array([3, 3], "i2"), "flag_values": np.array([1, 3], "i2"), "flag_meanings": "low high", "flag_assessments": "Indeterminate Bad"})
    add(file, "by_states", "f4", ("time",), values)
    add(file, "qc_by_states", "i4", ("time",), states, {"flag_1_assessment": "Suspect", "flag_3_assessment": "Incorrect"})
    add(file, "by_file", "f4", ("time",), values)
    add(file, "qc_by_file", "i4", ("time",), states, {"flag_method": "bit"})
    add(file, "wide", "f4", ("time", "x"), square)
    add(file, "qc_wide", "i4", ("time",), states, bits)
    add(file, "both", "f4", ("time", "x"), square)
    add(file, "qc_both", "i4", ("time", "x"), square % 4, bits)
    add(file, "narrow", "f4", ("time",), values)
    add(file, "qc_narrow", "i4", ("time", "x"), square % 4, bits)
    add(file, "fixed", "i4", ("time",), values)
    add(file, "qc_fixed", "i4", (), day % 2, bits)
    add(file, "packed", "i2", ("time",), values, {"scale_factor": 0.5, "add_offset": 3.0})
    add(file, "qc_packed", "i4", ("time",), states, bits)
    add(file, "signed", "i1", ("time",), values, {"_Unsigned": "true"})
    add(file, "qc_signed", "i4", ("time",), states, bits)
    add(file, "filled", "i2", ("time",), values, {"_FillValue": np.int16(-1)})
    add(file, "qc_filled", "i2", ("time",), [1, -9999, 3, 7, 1, 2], {**bits, "_FillValue": np.int16(3), "missing_value": np.int16(7)})
    add(file, "last_bits", "f4", ("time",), values)
    add(file, "qc_last_bits", "i4", ("time",), [0, 1 - 2**31, 2**30, -1, 1, 2**31 - 1], {"bit_32_assessment": "Bad", "bit_31_assessment": "Indeterminate"})
    add(file, "drifting_bits", "f4", ("time",), values)
    add(file, "qc_drifting_bits", ("i4", "i2", "i4")[day], ("time",), states, {f"bit_{1 + day % 2}_assessment": "Bad"})
    add(file, "sometimes", "i2", ("time",), values)
    if day != 1:
        add(file, "qc_sometimes", "i4", ("time",), states, bits)
    add(file, "word", "S1", ("time", "letter"), np.array([letters(f"{row}ab", 3) for row in range(ROWS)]), {"units": None})
    add(file, "qc_word", "i4", ("time",), states, bits)


# Groups and types of users.


@kind
def groups(file, day, date):
    clock(file, date)
    plain(file, day)
    radar, lidar = file.createGroup("radar"), file.createGroup("lidar")
    deep = radar.createGroup("deep").createGroup("deeper")
    deep.createDimension("gate", 3)
    lidar.createDimension("gate", 2)
    for group in (radar, lidar):
        add(group, "temp", "f4", ("time",), np.arange(ROWS) + 10 + day)
    add(deep, "gate", "f4", ("gate",), [1, 2, 3])
    add(deep, "power", "f4", ("time", "gate"), np.arange(ROWS * 3).reshape(ROWS, 3), {"coordinates": "gate"})
    add(lidar, "power", "f4", ("time", "gate"), np.arange(ROWS * 2).reshape(ROWS, 2))
    add(file, "radar_temp", "f4", ("time",), np.arange(ROWS) + 20 + day)


@kind
def grouped_time(file, day, date):
    group = file.createGroup("data")
    clock(group, date)
    add(group, "temp", "f4", ("time",), np.arange(ROWS) + day)


@kind
def user_types(file, day, date):
    clock(file, date)
    pair = file.createCompoundType(np.dtype([("a", "f4"), ("b", "i2")]), "pair")
    ragged = file.createVLType(np.int32, "ragged")
    sky = file.createEnumType(np.uint8, "sky", {"clear": 0, "cloudy": 1, "missing": 255})
    file.createVariable("pairs", pair, ("time",))[:] = np.zeros(ROWS, pair.dtype)
    made = file.createVariable("lists", ragged, ("time",))
    for row in range(ROWS):
        made[row] = np.arange(row + 1, dtype="i4")
    file.createVariable("cover", sky, ("time",), fill_value=255)[:] = np.arange(ROWS) % 2
    plain(file, day)


# Formats and filters.


def of_format(file, day, date):
    clock(file, date)
    plain(file, day)
    file.createDimension("x", 3)
    for name in ("i1", "i2", "i4", "f4", "f8"):
        add(file, f"v_{name}", name, ("time",), np.arange(ROWS) + day)
        add(file, f"w_{name}", name, ("time", "x"), np.arange(ROWS * 3).reshape(ROWS, 3) + day)
    add(file, "odd", "S1", ("time", "x"), np.array([letters(f"{row}{day}", 3) for row in range(ROWS)]), {"units": None})
    add(file, "v_fixed", "i2", ("x",), [1, 2, 3])


for form, name in (("NETCDF3_CLASSIC", "cdf1"), ("NETCDF3_64BIT_OFFSET", "cdf2"), ("NETCDF4_CLASSIC", "nc4classic")):
    KINDS[name] = (of_format, {"format": form})


@kind(format="NETCDF3_64BIT_DATA")
def cdf5(file, day, date):
    of_format(file, day, date)
    for name in ("u1", "u2", "u4", "i8", "u8"):
        add(file, f"v_{name}", name, ("time",), np.arange(ROWS) + day + (2**53 if name.endswith("8") else 0))


@kind(format="NETCDF3_CLASSIC")
def one_record(file, day, date):
    """The only variable of records, whose values are not padded to four bytes."""
    file.createDimension("time", ROWS)
    file.createDimension("sample", None)
    clock(file, date)
    add(file, "bytes", "i1", ("sample",), np.arange(5))


@kind
def filters(file, day, date):
    clock(file, date)
    file.createDimension("x", 50)
    values = (np.arange(ROWS * 50).reshape(ROWS, 50) // 7 + day).astype("f4")
    for name, how in {
        "zlib": {"compression": "zlib", "shuffle": True, "fletcher32": True},
        "bzip2": {"compression": "bzip2"},
        "zstd": {"compression": "zstd", "shuffle": True},
        "szip": {"compression": "szip", "szip_coding": "nn", "szip_pixels_per_block": 8},
        "szip_ec": {"compression": "szip", "szip_coding": "ec", "szip_pixels_per_block": 32},
        **{f"blosc_{one}": {"compression": f"blosc_{one}", "blosc_shuffle": shuffle} for shuffle, one in enumerate(("lz", "lz4", "lz4hc", "zlib", "zstd"))},
        "digits": {"compression": "zlib", "least_significant_digit": 1},
        "rounded": {"compression": "zlib", "significant_digits": 3},
        "chunked": {"compression": "zlib", "chunksizes": (2, 7)},
        "contiguous": {},
    }.items():
        if "blosc" in name:
            how = {**how, "blosc_shuffle": how["blosc_shuffle"] % 3}
        try:
            add(file, name, "f4", ("time", "x"), values, **how)
        except Exception as error:  # this build cannot write it
            print(f"not written: {name}: {error}", file=sys.stderr)


@kind
def big_endian(file, day, date):
    clock(file, date, kind=">f8")
    for name in (">i2", ">i4", ">i8", ">u2", ">f4", ">f8"):
        add(file, f"v_{name[1:]}", name, ("time",), np.arange(ROWS) + day, {"_FillValue": np.array(3, name[1:])}, endian="big")


# Names and attributes.

NAMES = ("température", "温度", "wind speed", "a.b", "a+b", "a-b", "2m_temp", "a" * 200, "c", "v[0]", "a,b", "a&b", "100%", "a:b", "x=y", "who?", "no#1", "a'b", 'a"b', "%41", "~", "a;b", "{x}", "zarr.json", ".zattrs", "time_2", "temp__to_20200101", "Float64", "keys", "shape", "(p)", "NC_GLOBAL", "a\\b", "a b", "a_b", "a*b", "@at", "a|b", "$x", "a!b", "<b>")


@kind
def names(file, day, date):
    clock(file, date)
    plain(file, day)
    for number, name in enumerate(NAMES):
        try:
            add(file, name, "f4", ("time",), np.arange(ROWS) + number)
        except Exception as error:  # no name of NetCDF
            print(f"not written: {name}: {error}", file=sys.stderr)
    file.createDimension("höhe über grund", 2)
    add(file, "höhe über grund", "f4", ("höhe über grund",), [1, 2])
    add(file, "profile", "f4", ("time", "höhe über grund"), np.arange(ROWS * 2).reshape(ROWS, 2))


@kind
def attributes(file, day, date):
    clock(file, date)
    given = {
        "empty": "",
        "quoted": 'a "quoted" \\ text; {x} `y`',
        "lines": "one\ntwo\r\n\tthree",
        "accents": "é 温度 µm °C",
        "nul": "a\0b",
        "bell": "a\x07b",
        "list": ["one", "two"],
        "floats": np.array([1.5, np.nan, np.inf, -np.inf], "f4"),
        "doubles": np.array([0.1, 1e-300, 1e300]),
        "whole": np.array([1, -2, 2**31 - 1], "i4"),
        "of_64_bits": np.array([2**62 + 1, -(2**63)], "i8"),
        "of_64_unsigned": np.uint64(2**64 - 1),
        "of_8_bits": np.array([-128, 127], "i1"),
        "of_8_unsigned": np.array([255], "u1"),
        "of_16_unsigned": np.uint16(65535),
        "of_32_unsigned": np.uint32(2**32 - 1),
        "shape": "of the thing",
        "dtype": "float",
        "name": "a name",
        "data": "of it",
        "attributes": np.int32(3),
        "dimensions": "time",
        "with blank": "x",
        "größe": np.float32(2),
        "a:b": "colon",
        "a,b;c": "marks",
        "_ARRAY_DIMENSIONS": "mine",
        "isobar_state": "of the file",
        "coordinates": "lat lon",
        "long_name": np.int32(5),
        "lengthy": "x" * 5000,
        "DODS_EXTRA": "x",
        "dims": "y",
    }
    variable = plain(file, day)
    for name, value in given.items():
        for owner in (file, variable):
            try:
                owner.setncattr(name, value) if not isinstance(value, list) else owner.setncattr_string(name, value)
            except Exception as error:
                print(f"not written: {name}: {error}", file=sys.stderr)
    add(file, "units_of_numbers", "f4", ("time",), np.arange(ROWS), {"units": np.int32(3)})
    add(file, "units_listed", "f4", ("time",), np.arange(ROWS), {"units": None}).setncattr_string("units", ["K", "m"])
    add(file, "no_units", "f4", ("time",), np.arange(ROWS), {"units": None})
    add(file, "empty_units", "f4", ("time",), np.arange(ROWS), {"units": ""})


@kind
def many(file, day, date):
    clock(file, date)
    for number in range(400):
        add(file, f"variable_{number}", ("f4", "i2", "f8")[number % 3], ("time",), np.arange(ROWS) + number)


def reports_on(datastream, names):
    """Rows of the table; names with its marks are in none of them."""
    hours = lambda date, first, last: (f"{dated(date)}T{first}Z", f"{dated(date)}T{last}Z")
    some = ";".join([name for name in sorted(names) if not set(name) & set(";,\"'")][::2])
    return [
        (datastream, "4", *hours(DATES[0], "02:00:00", "03:30:00"), ""),
        (datastream, "3", *hours(DATES[1], "01:00:00", "04:00:00"), some),
        (datastream, "4", *hours(DATES[2], "05:00:00", "05:00:00"), some),
        (datastream, "2", *hours(DATES[2], "00:00:00", "23:00:00"), ""),
    ]


# Of types that Python's netCDF4 does not write.
OPAQUE = """netcdf opaque {
types: opaque(3) raw; compound pair { float a; raw b; };
dimensions: time = UNLIMITED; x = 2;
variables: double time(time); time:units = "hours since %s"; raw bytes(time); pair pairs(time, x); raw one; float temp(time); temp:units = "degC";
data: time = 0, 1; bytes = 0X010203, 0X040506; one = 0X010203; temp = 1, 2;
}"""


def write_opaque(folder):
    for date in DATES[:2]:
        path = os.path.join(folder, f"sgpopaqueE13.b1.{date}.000000.nc")
        subprocess.run(["ncgen", "-4", "-o", path], input=OPAQUE % dated(date), text=True, check=True)


COLUMNS = "dqr_id datastream quality_code quality_name start_time end_time open_ended extent variables subject description suggestions"


def main(folder, reports, *only):
    rows = []
    for name, (write, how) in KINDS.items():
        if only and name not in only:
            continue
        names = set()
        for day, date in enumerate(DATES[: how.get("days", 3)]):
            path = os.path.join(folder, f"sgp{name}E13.b1.{date}.000000.nc")
            with netCDF4.Dataset(path, "w", format=how.get("format", "NETCDF4")) as file:
                write(file, day, date)
                names.update(file.variables)
        rows += reports_on(f"sgp{name}E13.b1", names)
    if shutil.which("ncgen") and (not only or "opaque" in only):
        write_opaque(folder)
    with open(reports, "w", newline="") as table:
        into = csv.writer(table)
        into.writerow(COLUMNS.split())
        for number, (datastream, code, start, end, names) in enumerate(rows):
            into.writerow([f"D20{number}", datastream, code, "Made", start, end, "no", "all", names, "Made", "Made for tests", ""])


main(*sys.argv[1:])

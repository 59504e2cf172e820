# Independent reader: are the values of a delivery those of its sources? Prints one JSON line.
#   python3 compare.py DELIVERED.nc DELIVERED.csv FIRST LAST VARIABLES SOURCE...
# FIRST and LAST: seconds since 1970, both included. Only Python's netCDF4 and csv are used, nothing of Isobar.
import csv
import json
import sys
from datetime import datetime, timezone

import netCDF4
import numpy

delivered_path, csv_path, first, last, names, *sources = sys.argv[1:]
first, last, names = float(first), float(last), names.split(',')


def opened(path):
    dataset = netCDF4.Dataset(path)
    dataset.set_auto_maskandscale(False)
    return dataset


def seconds(dataset):
    time = dataset['time']
    epoch = netCDF4.num2date(0, time.units, calendar='standard', only_use_cftime_datetimes=False)
    start = epoch.replace(tzinfo=timezone.utc).timestamp()
    return start + numpy.asarray(time[:], dtype='f8')


def column(dataset, name, keep):
    return dataset[name][:][keep]


expected_times, expected = [], {name: [] for name in names}
for path in sources:
    dataset = opened(path)
    at = seconds(dataset)
    keep = (at >= first) & (at <= last)
    expected_times.append(at[keep])
    for name in names:
        expected[name].append(column(dataset, name, keep))
expected_times = numpy.concatenate(expected_times)
expected = {name: numpy.concatenate(parts) for name, parts in expected.items()}

differences = []
delivered = opened(delivered_path)
if not numpy.array_equal(numpy.round(seconds(delivered), 3), numpy.round(expected_times, 3)):
    differences.append('times of the NetCDF')
for name in names:
    if not numpy.array_equal(delivered[name][:], expected[name], equal_nan=True):
        differences.append(f'{name} in the NetCDF')

with open(csv_path, newline='') as file:
    rows = list(csv.reader(line for line in file if not line.startswith('#')))
header, rows = rows[0], rows[1:]
when = [datetime.fromisoformat(row[0].replace('Z', '+00:00')).timestamp() for row in rows]
if not numpy.array_equal(numpy.round(when, 3), numpy.round(expected_times, 3)):
    differences.append('times of the CSV')
for name in names:
    at = next(i for i, title in enumerate(header) if title.split(' ')[0] == name)
    read = numpy.array([row[at] for row in rows]).astype(expected[name].dtype)
    if not numpy.array_equal(read, expected[name], equal_nan=True):
        differences.append(f'{name} in the CSV')

print(json.dumps({'samples': len(expected_times), 'differences': differences, 'variables': sorted(delivered.variables)}))

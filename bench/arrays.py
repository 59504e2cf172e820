"""Times reads of one array through the server, and of the same files by xarray.open_mfdataset. Prints one line a figure.

Usage: arrays.py ADDRESS DATASTREAM FOLDER SNIPPET [open]; with `open` nothing but opening is timed. SNIPPET: code to copy, with ZARR in
place of the address.
"""

import concurrent.futures
import glob
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request

import aiohttp  # noqa: F401
import fsspec.implementations.http  # noqa: F401, what opening imports is loaded before it is timed
import numpy as np
import xarray
import zarr  # noqa: F401

address, datastream, folder, snippet, *only = sys.argv[1:]
sent = 0


def get(url):
    global sent
    with urllib.request.urlopen(url) as reply:
        content = reply.read()
    sent += len(content)
    return content


def timed(act):
    began = time.perf_counter()
    value = act()
    return time.perf_counter() - began, value



def described():
    """A server that has only begun to read the files for the first time answers 503."""
    while True:
        try:
            return json.loads(get(f"{address}/services/arrays/{datastream}"))
        except urllib.error.HTTPError as error:
            if error.code != 503:
                raise
            time.sleep(0.5)


seconds, info = timed(described)
print(f"first description of {info['rows']} rows in {info['files']} files: {seconds:.2f} s")
store = info["variants"]["clean"]["zarr"]
seconds, data = timed(lambda: xarray.open_zarr(store, zarr_format=3, chunks=None))
print(f"open, times included, nothing kept: {seconds:.2f} s")
seconds, data = timed(lambda: xarray.open_zarr(store, zarr_format=3, chunks=None))
times = [get(f"{store}/time/c/{n}") for n in range(-(-info["rows"] // 262144))]
size = len(get(f"{store}/zarr.json")) + sum(map(len, times))
print(f"open again: {seconds:.2f} s, {size / 1e6:.2f} MB")
if only:
    sys.exit()
code = snippet.replace("ZARR", store)
seconds = timed(lambda: subprocess.run([sys.executable, "-c", code], check=True, capture_output=True))[0]
print(f"from a copied snippet of {len(code.splitlines())} lines, in a process of its own, to values: {seconds:.2f} s")

plain = [v["name"] for v in info["variables"] if v["dimensions"] == ["time"] and v["name"] != "time" and v["type"] != "char"]
chunks = -(-info["rows"] // 16384)


def chunk(name, number):
    return timed(lambda: get(f"{store}/{name}/c/{number}"))[0]


def sixteen(rounds):
    """Milliseconds of 95 of 100 chunks, read by sixteen readers at once."""
    jobs = [(plain[n % len(plain)], n % chunks) for n in range(rounds)]
    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        return np.percentile(list(pool.map(lambda job: chunk(*job), jobs)), 95) * 1000


print(f"16 readers, nothing kept: p95 {sixteen(min(chunks, 64)):.0f} ms a chunk")


def all_plain():
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for number in range(chunks):
            list(pool.map(lambda name: get(f"{store}/{name}/c/{number}"), plain))


cold = timed(all_plain)[0]
kept = timed(all_plain)[0]
print(f"all {len(plain)} plain variables: {cold:.2f} s cold, {kept:.2f} s kept")
print(f"16 readers, kept: p95 {sixteen(640):.0f} ms a chunk")

name = "temp"
one = timed(lambda: xarray.open_zarr(store, zarr_format=3, chunks=None)[name].values)[0]
files = sorted(glob.glob(f"{folder}/{datastream}.*"))


def by_files():
    parts = []
    for path in files:
        with xarray.open_dataset(path, decode_times=False) as day:
            parts.append(day[[name]].load())
    return xarray.concat(parts, dim="time")[name].values


peer = timed(by_files)[0]
print(f"one variable over all files: {one:.2f} s; opening file after file in xarray {peer:.2f} s; ratio {one / peer:.3f}")


def by_mfdataset():
    with xarray.open_mfdataset(files, combine="nested", concat_dim="time", decode_times=False, data_vars="minimal", coords="minimal", compat="override", preprocess=lambda day: day[[name]]) as data:
        return data[name].values


try:
    peer = timed(by_mfdataset)[0]
    print(f"the same by open_mfdataset: {peer:.2f} s; ratio {one / peer:.3f}")
except Exception as error:  # what it refuses is a result too
    print(f"open_mfdataset refuses these files: {type(error).__name__}: {str(error)[:160]}")

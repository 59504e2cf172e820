"""Writes all stored values of variables as doubles, as ncdump prints them: whole_cdl.py PLAN OUT, where each line of PLAN is ADDRESS NAME.

ncgen makes a file of what ncdump prints, so that no parser of ours reads it. Nine and seventeen digits are every bit of a number.
"""

import itertools
import os
import subprocess
import sys
import tempfile

import netCDF4
import numpy as np

plan, out = sys.argv[1:]
with open(plan) as lines:
    wanted = [line.split() for line in lines]

with open(out, "wb") as values, tempfile.TemporaryDirectory() as folder:
    printed, made = os.path.join(folder, "printed.cdl"), os.path.join(folder, "made.nc")
    for address, names in itertools.groupby(wanted, key=lambda one: one[0]):
        with open(printed, "w") as text:
            subprocess.run(["ncdump", "-p", "9,17", address], check=True, stdout=text)
        subprocess.run(["ncgen", "-k", "nc4", "-o", made, printed], check=True)
        with netCDF4.Dataset(made) as file:
            file.set_auto_maskandscale(False)
            for _, name in names:
                values.write(np.asarray(file[name][...]).astype("<f8").tobytes())

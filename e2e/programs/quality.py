# Asks for quality reports as the toolkit act-atmos does; only the address is rewritten. Arguments: origin, datastream, start, end.
import contextlib
import io
import json
import sys

import numpy
import requests
import xarray
from act.qc.arm import add_dqr_to_qc, print_dqr

origin, datastream, start, end = sys.argv[1:5]
plain_get = requests.get
requests.get = lambda url, **more: plain_get(url.replace('https://dqr-web-service.arm.gov', origin), **more)


def flagged(name, first, last):
    """The tests that the reports added to a file of two variables, and how many samples each names."""
    time = numpy.arange(numpy.datetime64(first), numpy.datetime64(last), numpy.timedelta64(6, 'h')).astype('datetime64[ns]')
    variables = {one: ('time', numpy.zeros(time.size)) for one in ('rh_mean', 'temp_mean')}
    dataset = xarray.Dataset(variables, coords={'time': time}, attrs={'_datastream': name, 'datastream': name})
    dataset = add_dqr_to_qc(dataset, assessment='incorrect,suspect,missing', cleanup_qc=False)
    flags = {}
    for one in ('rh_mean', 'temp_mean'):
        quality = dataset.get(f'qc_{one}')
        if quality is None:
            continue
        meanings = quality.attrs['flag_meanings']
        masks = quality.attrs['flag_masks']
        flags[one] = {
            meaning.split(' ')[0]: [assessment, int(((quality.values & mask) > 0).sum())]
            for meaning, mask, assessment in zip(meanings, masks, quality.attrs['flag_assessments'])
        }
    return flags


def refused(call):
    try:
        call()
    except Exception as error:
        return f'{type(error).__name__}: {error}'


printed = io.StringIO()
with contextlib.redirect_stdout(printed):
    reports = print_dqr(datastream, start, end, assessment='incorrect,suspect')
    print_dqr(datastream, start, end, pretty_print=False)

json.dump(
    {
        'flags': flagged(datastream, '2011-01-10', '2011-01-20'),
        'clean': flagged(datastream, '2003-06-01', '2003-06-02'),
        'reports': reports,
        'printed': printed.getvalue(),
        'unknown': refused(lambda: flagged('xxxnothingE13.b1', '2011-01-10', '2011-01-11')),
        'none': refused(lambda: print_dqr(datastream, '20030601', '20030602')),
    },
    sys.stdout,
)

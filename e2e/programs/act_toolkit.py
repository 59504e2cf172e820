# The published toolkit for these data as its users call it; only its hosts are changed. Prints one JSON line.
#   PYTHONPATH=ACT python3 act_toolkit.py BASE FOLDER
import json
import os
import sys
import warnings

import requests

base, folder = sys.argv[1:3]
HOSTS = ('https://adc.arm.gov', 'https://dqr-web-service.svcs.arm.gov')


def own(url):
    for host in HOSTS:
        if url.startswith(host):
            return base + url[len(host) :]
    return url


plain_request = requests.Session.request
requests.Session.request = lambda self, method, url, *args, **more: plain_request(self, method, own(url), *args, **more)

import act  # noqa: E402
import act.discovery.arm as arm  # noqa: E402

plain_open = arm.Request
arm.Request = lambda url, *args, **more: plain_open(own(url), *args, **more)

warnings.simplefilter('ignore')
sys.stdout, told = sys.stderr, sys.stdout
MET = 'sgpmetE13.b1'
USER = ('demo', 'demo-token')

files = arm.download_arm_data(*USER, MET, '2019-01-01', '2019-01-03', output=folder)
names = [os.path.basename(file) for file in files]
try:
    arm.download_arm_data('demo', 'wrong', MET, '2019-01-01', '2019-01-03', output=folder)
    refused = None
except ConnectionRefusedError as error:
    refused = str(error)
joined = arm.download_arm_data_mod(*USER, names, variables=['temp_mean', 'rh_mean'], output=folder)
text = arm.download_arm_data_mod(*USER, names, filetype='csv', output=folder)
days = act.io.read_arm_netcdf(files)
one = act.io.read_arm_netcdf(os.path.join(folder, joined))
places = act.utils.arm_site_location_search(site_code='sgp')
print(
    json.dumps(
        {
            'names': names,
            'refused': refused,
            'nothing': arm.download_arm_data(*USER, 'sgpnoneE13.b1', '2019-01-01', '2019-01-03', output=folder),
            'joined': joined,
            'csv': text,
            'badMod': arm.download_arm_data_mod('demo', 'wrong', names, output=folder),
            'sizes': [int(days.sizes['time']), int(one.sizes['time'])],
            'same': bool((days['temp_mean'].values == one['temp_mean'].values).all()),
            'left': sorted(set(days.data_vars) - set(one.data_vars))[:3],
            'place': places['sgp E13'],
            'doi': arm.get_arm_doi(MET, '2019-01-01', '2019-01-03'),
        }
    ),
    file=told,
)

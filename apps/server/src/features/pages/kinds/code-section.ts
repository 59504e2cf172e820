// Code to copy: the same data by program.
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { html } from '../../../platform/html.ts';
import { section } from '../parts.ts';
import type { Publisher, Section, Variable } from '../thing.ts';
import type { StreamRow } from './holdings.ts';

export function codeSection(
  { url }: Publisher,
  row: StreamRow,
  variables: readonly Variable[],
): Section {
  const live = `${url}${SERVICE_PATHS.live}`;
  const day = formatDay(row.end_s);
  const shell = `curl "${live}/data/query?user=USER:TOKEN&ds=${row.datastream}&start=${day}&end=${day}&wt=json"`;
  const python = [
    'import os, requests, xarray as xr',
    `live = "${live}"`,
    'user = os.environ["ARCHIVE_USER"] + ":" + os.environ["ARCHIVE_TOKEN"]',
    `found = requests.get(live + "/data/query", params=dict(user=user, ds="${row.datastream}",`,
    `    start="${day}", end="${day}", wt="json")).json()`,
    'for name in found["files"]:',
    '    with open(name, "wb") as f:',
    '        f.write(requests.get(live + "/data/saveData", params=dict(user=user, file=name)).content)',
    `ds = xr.open_mfdataset(found["files"])${variables[0] ? `["${variables[0].name}"]` : ''}`,
  ].join('\n');
  return section(
    'code',
    'Get it by program',
    html`<h3>Python</h3><pre tabindex="0"><code>${python}</code></pre><h3>curl</h3><pre tabindex="0"><code>${shell}</code></pre>`,
  );
}

// Python: with requests alone, with xarray, and for the toolkit act-atmos. Pure.
import { actsOf, type CodeAct, type CodeRequest, headOf, TOKEN_VARIABLE } from './plan.ts';
import { comment, pythonText } from './quote.ts';

export function pythonCode(request: CodeRequest): string {
  const acts = actsOf(request, true);
  return lines([...preamble(request, acts), '', '', ...acts.map(callOf)]);
}

export function xarrayCode(request: CodeRequest): string {
  return lines(xarrayCells(request).flatMap((cell) => [...cell, '']));
}

export function actCode(request: CodeRequest): string {
  const acts = actsOf(request, false);
  if (!opens(acts)) return pythonCode(request);
  return lines([
    ...preamble(request, acts, ['import act', 'import matplotlib.pyplot as plt']),
    '',
    '',
    ...opened('files', acts),
    ...firstFile('files'),
    'data = act.io.read_arm_netcdf(first)',
    'data.clean.cleanup()  # quality flags as the CF conventions have them',
    ...chosenName(acts),
    'display = act.plotting.TimeSeriesDisplay(data, figsize=(10, 4))',
    'display.plot(name)',
    'plt.savefig(name + ".png")',
  ]);
}

/** As the cells of a notebook: what fetches, what opens, what draws. */
export function xarrayCells(request: CodeRequest): readonly (readonly string[])[] {
  const acts = actsOf(request, false);
  const imports = ['import matplotlib.pyplot as plt', 'import xarray as xr'];
  if (!opens(acts)) return [preamble(request, acts), acts.map(callOf)];
  const isOrder = acts.some((act) => act.do === 'order');
  return [
    isOrder
      ? [...preamble(request, acts, [...imports, 'import pandas as pd']), ...OPEN_FILE]
      : preamble(request, acts, imports),
    opened('files', acts),
    isOrder
      ? [
          ...firstFile('files', ['.nc', '.cdf', '.parquet']),
          'data = open_file(first)',
          'print(data)',
        ]
      : [...firstFile('files'), 'data = xr.open_dataset(first)', 'print(data)'],
    [...chosenName(acts), 'data[name].plot(figsize=(10, 4))', 'plt.savefig(name + ".png")'],
  ];
}

const lines = (all: readonly string[]): string => `${all.join('\n').trimEnd()}\n`;

/** Raw files come in many formats: they are fetched, and that is all. */
const opens = (acts: readonly CodeAct[]): boolean =>
  acts.some((act) => act.do === 'extract' || act.do === 'order');

const opened = (name: string, acts: readonly CodeAct[]): readonly string[] => [
  `${name} = []`,
  ...acts.map((act) =>
    act.do === 'file' || act.do === 'extract'
      ? `${name}.append(${callOf(act)})`
      : `${name} += ${callOf(act)}`,
  ),
];

const firstFile = (name: string, endings = ['.nc', '.cdf']): readonly string[] => [
  `first = next(file for file in ${name} if file.endswith((${endings.map(pythonText).join(', ')})))`,
];

/** The variable that was chosen first; else the first numeric one along time. */
function chosenName(acts: readonly CodeAct[]): readonly string[] {
  const first = acts.find((act) => act.do === 'extract');
  if (first && first.variable !== '') return [`name = ${pythonText(first.variable)}`];
  return [
    'name = next(',
    '    name',
    '    for name, values in data.data_vars.items()',
    '    if values.dims[:1] == ("time",) and values.dtype.kind == "f" and not name.startswith("qc_")',
    ')',
  ];
}

function callOf(act: CodeAct): string {
  switch (act.do) {
    case 'files':
      return `fetch_all(ds=${pythonText(act.ds)}, start=${pythonText(act.start)}, end=${pythonText(act.end)})`;
    case 'file':
      return `fetch(${pythonText(act.name)})`;
    case 'extract': {
      const given = act.parameters.map(([name, value]) => `${name}=${pythonText(value)}`);
      return `extract(${pythonText(act.to)}, ${given.join(', ')})`;
    }
    case 'order':
      return `fetch_order(${act.orderId})`;
  }
}

function preamble(
  request: CodeRequest,
  acts: readonly CodeAct[],
  imports: readonly string[] = [],
): readonly string[] {
  const does = new Set(acts.map((act) => act.do));
  const isOrder = does.has('order');
  return [
    ...headOf(request).map((line) => comment('#', line)),
    ...(isOrder ? ['import hashlib'] : []),
    'import os',
    '',
    ...[...imports, 'import requests', 'import urllib3'].sort(byModule),
    '',
    `${isOrder ? 'ORDER' : 'LIVE'} = ${pythonText(isOrder ? request.order : request.live)}`,
    '# A service that is busy says when to ask again.',
    'patience = urllib3.Retry(6, connect=1, backoff_factor=2, status_forcelist=[429, 503], raise_on_status=False)',
    'session = requests.Session()',
    `session.headers["Authorization"] = "Bearer " + os.environ["${TOKEN_VARIABLE}"]`,
    `session.mount(${isOrder ? 'ORDER' : 'LIVE'}, requests.adapters.HTTPAdapter(max_retries=patience))`,
    ...ASK,
    ...(does.has('files') || does.has('file') ? FETCH : []),
    ...(does.has('files') ? FETCH_ALL : []),
    ...(does.has('extract') ? EXTRACT : []),
    ...(isOrder ? FETCH_ORDER : []),
  ];
}

const byModule = (a: string, b: string): number => (a < b ? -1 : 1);

const ASK = `

def ask(address, **parameters):
    reply = session.get(address, params=parameters, stream=True, timeout=600)
    if not reply.ok:
        raise RuntimeError("%d: %s" % (reply.status_code, reply.text))
    return reply


def save(reply, name):
    with open(name + ".part", "wb") as file:
        for piece in reply.iter_content(1 << 20):
            file.write(piece)
    os.replace(name + ".part", name)
    print(name)
    return name`.split('\n');

const FETCH = `

def fetch(name):  # one file of the archive, as it is
    return save(ask(LIVE + "/saveData", file=name), os.path.basename(name))`.split('\n');

const FETCH_ALL = `

def fetch_all(**wanted):  # all files of a datastream in a range
    names = ask(LIVE + "/query", wt="text", **wanted).text.splitlines()
    return [fetch(name) for name in names]`.split('\n');

const EXTRACT = `

def extract(to, **wanted):  # one new file: files joined along time, some variables
    return save(ask(LIVE + "/mod", **wanted), to)`.split('\n');

/** An order may be NetCDF or Parquet; ICARTT and CSV have readers of their own. */
const OPEN_FILE = `

def open_file(name):
    if not name.endswith(".parquet"):
        return xr.open_dataset(name)
    table = pd.read_parquet(name)  # needs pyarrow
    table["time"] = table.pop("time_utc").dt.tz_localize(None)
    return table.set_index("time").to_xarray()`.split('\n');

const FETCH_ORDER = `

def fetch_order(number):  # every file of a completed order, checked
    folder = ORDER + "/delivery/%d/" % number
    names = []
    for file in ask(folder + "index.json").json()["files"]:
        os.makedirs(os.path.dirname(file["name"]) or ".", exist_ok=True)
        name = save(ask(folder + requests.utils.quote(file["name"])), file["name"])
        digest = hashlib.sha256()
        with open(name, "rb") as saved:
            for piece in iter(lambda: saved.read(1 << 20), b""):
                digest.update(piece)
        if digest.hexdigest() != file["sha256"]:
            raise RuntimeError(name + " differs from what was delivered")
        names.append(name)
    return names`.split('\n');

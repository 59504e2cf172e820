// A year of minutes of ten variables to hourly means: as an order writes them, as an array, and by
// xarray's resample, as ratios in the same run.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describeFile, openDataset, openSeries, type SeriesFile, writeGrid } from '@isobar/netcdf';
import { DRIFTING, writeDriftingArchive } from '../e2e/drifting-archive.ts';
import { LIBRARIES, root, served } from './served.ts';

const DAYS = Number(process.env.ISOBAR_BENCH_DAYS ?? 365);
const ROWS = 1440;
const PLAIN = 10;
const STEP = 3600;
/** Files that are looked at at once, as an order does. */
const AT_ONCE = 4;

export async function run(): Promise<void> {
  if (!existsSync(LIBRARIES)) {
    console.log('xarray and zarr are not installed: nothing is measured (npm test installs them)');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'isobar-bench-grid-'));
  try {
    const paths = await writeDriftingArchive(folder, { days: DAYS, rows: ROWS, plain: PLAIN });
    const seconds = await written(paths, join(folder, 'hourly.nc'));
    const memory = Math.round(process.resourceUsage().maxRSS / 1000);
    console.log(
      `a file of the order: ${seconds.toFixed(2)} s, in a process of at most ${memory} MB`,
    );
    await served(folder, async (url) => {
      const program = join(root, 'bench/grid.py');
      const { stdout } = await promisify(execFile)(
        'python3',
        [program, url, DRIFTING, join(folder, 'archive/sgp'), String(seconds)],
        {
          env: { ...process.env, PYTHONPATH: LIBRARIES, PYTHONWARNINGS: 'ignore' },
          maxBuffer: 1e7,
        },
      );
      process.stdout.write(stdout);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds, from the first look at a file to the last byte. */
async function written(paths: readonly string[], output: string): Promise<number> {
  const began = performance.now();
  const files: SeriesFile[] = [];
  for (let at = 0; at < paths.length; at += AT_ONCE)
    files.push(...(await Promise.all(paths.slice(at, at + AT_ONCE).map(fileOf))));
  const series = await openSeries(files);
  const names = [...series.variables.keys()].filter((name) => name.startsWith('plain'));
  await writeGrid({
    sources: [
      {
        ...{ name: DRIFTING, series, spans: [] },
        variables: names.map((name) => ({ name, method: 'mean' as const })),
      },
    ],
    ...{ step: STEP, output, format: 'netcdf' },
  });
  await series.close();
  return (performance.now() - began) / 1000;
}

async function fileOf(path: string): Promise<SeriesFile> {
  const open = () => openDataset(path);
  const dataset = await open();
  const { times, ...described } = await describeFile(dataset).finally(() => dataset.close());
  return { name: basename(path), ...described, open, times: async () => times };
}

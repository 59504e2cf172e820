// Extracts of live data, against ncks and ncrcat of NCO over the same files in the same run: whole
// time, and time to the first bytes.
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type LiveArchive, median, openLiveArchive } from './live-archive.ts';

const DAYS = 5;
/** A minute each: ncrcat gives every record the units of the first file, one by one. */
const RECORDS = 1440;
const ROUNDS = 3;
const VARIABLES = 'field_1,field_2,field_3';

export async function run(): Promise<void> {
  const names = Array.from(
    { length: DAYS },
    (_, n) => `sgpdayC1.b1.202001${String(n + 1).padStart(2, '0')}.000000.cdf`,
  );
  const live = await openLiveArchive(new Map(names.map((name) => [name, RECORDS])));
  try {
    await beside(live, names.slice(0, 1), 'ncks');
    await beside(live, names, 'ncrcat');
    console.log(`the server has ${live.memory()} MB`);
  } finally {
    await live.close();
  }
}

/**
 * The same variables of the same files, over HTTP and by a program of NCO that reads them from the
 * disk.
 */
async function beside(
  live: LiveArchive,
  names: readonly string[],
  program: 'ncks' | 'ncrcat',
): Promise<void> {
  const paths = names.map((name) => join(live.folder, name));
  const output = join(live.folder, '.out.nc');
  const hasPeer = spawnSync(program, ['--version']).status === 0;
  const seconds = { ours: [] as number[], first: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS + 1; round++) {
    const started = performance.now();
    if (hasPeer)
      await promisify(execFile)(program, ['-O', '-h', '-v', VARIABLES, ...paths, output]);
    const theirs = (performance.now() - started) / 1000;
    const { first, whole } = await extract(live.url, live.user, names);
    if (round === 0) continue; // caches
    seconds.theirs.push(theirs);
    seconds.first.push(first);
    seconds.ours.push(whole);
  }
  const [own, first, peer] = [seconds.ours, seconds.first, seconds.theirs].map(median) as [
    number,
    number,
    number,
  ];
  const told = hasPeer
    ? `${program}: ${peer.toFixed(3)} s; ratio ${(own / peer).toFixed(2)}`
    : `${program} is not installed: no peer`;
  console.log(
    `three variables of ${names.length} days of ${RECORDS} records: ${own.toFixed(3)} s over HTTP, first bytes after ${first.toFixed(3)} s; ${told}`,
  );
}

async function extract(url: string, user: string, names: readonly string[]) {
  const { stdout } = await promisify(execFile)('curl', [
    ...[
      '--silent',
      '--fail',
      '--output',
      '/dev/null',
      '--write-out',
      '%{time_starttransfer} %{time_total}',
    ],
    ...[
      '--data',
      JSON.stringify(names),
      `${url}/services/live/mod?user=${user}&variables=${VARIABLES}&wt=cdf`,
    ],
  ]);
  const [first = 0, whole = 0] = stdout.split(' ').map(Number);
  return { first, whole };
}

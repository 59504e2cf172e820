// Extracts of live data beside ncrcat of NCO over the same files in the same run: whole time, and when the first bytes come.
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median, openLiveArchive } from './live-archive.ts';

const DAYS = 10;
const RECORDS = 8640;
const ROUNDS = 3;
const VARIABLES = 'field_1,field_2,field_3';

export async function run(): Promise<void> {
  const names = Array.from(
    { length: DAYS },
    (_, n) => `sgpdayC1.b1.202001${String(n + 1).padStart(2, '0')}.000000.cdf`,
  );
  const live = await openLiveArchive(new Map(names.map((name) => [name, RECORDS])));
  try {
    const paths = names.map((name) => join(live.folder, name));
    const hasPeer = spawnSync('ncrcat', ['--version']).status === 0;
    const seconds = { ours: [] as number[], first: [] as number[], theirs: [] as number[] };
    for (let round = 0; round < ROUNDS + 1; round++) {
      const started = performance.now();
      if (hasPeer)
        await promisify(execFile)('ncrcat', [
          '-O',
          '-h',
          '-v',
          VARIABLES,
          ...paths,
          join(live.folder, '.out.nc'),
        ]);
      const theirs = (performance.now() - started) / 1000;
      const { first, whole } = await extract(live.url, live.user, names);
      if (round === 0) continue; // caches
      seconds.theirs.push(theirs);
      seconds.first.push(first);
      seconds.ours.push(whole);
    }
    const [own, first, peer] = [
      median(seconds.ours),
      median(seconds.first),
      median(seconds.theirs),
    ];
    console.log(
      `three variables of ${DAYS} days of ${RECORDS} records: ${own.toFixed(2)} s over HTTP, first bytes after ${first.toFixed(2)} s`,
    );
    console.log(
      hasPeer
        ? `ncrcat on the same machine: ${peer.toFixed(2)} s; ratio ${(own / peer).toFixed(2)}`
        : 'ncrcat is not installed: no peer',
    );
    console.log(`the server has ${live.memory()} MB`);
  } finally {
    await live.close();
  }
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

// Whether one caller takes the server from others: a person at one address searches, lists files,
// opens details and asks for the health of the server, round after round, alone and then beside an
// attacker at another address with two to four connections, for each of sixty kinds of call. A
// ratio in the same minute: the person gets at least seven rounds of ten, no refusal, and health
// within 100 ms. About fifteen minutes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Attacked, Attacking } from './fair-attacker.ts';
import { type FairAttack, fairAttacks } from './fair-attacks.ts';
import { holdingsOf, Person, type Rounds } from './fair-person.ts';
import { type BenchServer, serveDemo } from './fair-server.ts';

const ALONE_MS = 4000;
const BESIDE_MS = 7000;
const LEAST_SHARE = 0.7;
const MOST_HEALTH_MS = 100;

export async function run(): Promise<void> {
  const home = process.env.ISOBAR_BENCH_HOME ?? mkdtempSync(join(tmpdir(), 'isobar-fair-'));
  const server = await serveDemo(home);
  try {
    const holdings = await holdingsOf(server.url);
    const wanted = new RegExp(process.env.ISOBAR_BENCH_ATTACKS ?? '');
    const attacks = fairAttacks(holdings).filter(({ name }) => wanted.test(name));
    const person = new Person(server.url, holdings);
    await person.rounds(4000); // warms up
    let before = await person.rounds(ALONE_MS);
    const failed: string[] = [];
    console.log(
      '| attacker | connections | its answers | rounds alone in 20 s | beside | share | 503 | health p95 |',
    );
    console.log('|---|---|---|---|---|---|---|---|');
    const busy = await besideBusyCore(person);
    console.log(
      `| (none: one core of the machine is kept busy, for comparison) | 0 | | ${(before.perSecond * 20).toFixed(0)} | ${(busy.perSecond * 20).toFixed(0)} | ${((100 * busy.perSecond) / before.perSecond).toFixed(0)} % | ${busy.refused.length} | ${busy.healthP95.toFixed(0)} ms |`,
    );
    for (const attack of attacks) {
      const [beside, told] = await measured(server, person, attack);
      const after = await person.rounds(ALONE_MS);
      const alone = (before.perSecond + after.perSecond) / 2;
      before = after;
      const share = beside.perSecond / alone;
      const isFair =
        share >= LEAST_SHARE && beside.refused.length === 0 && beside.healthP95 < MOST_HEALTH_MS;
      if (!isFair) failed.push(attack.name);
      const cells = [
        attack.name,
        attack.connections,
        codesIn(told),
        (alone * 20).toFixed(0),
        (beside.perSecond * 20).toFixed(0),
        `${(share * 100).toFixed(0)} %`,
        beside.refused.length,
        `${beside.healthP95.toFixed(0)} ms`,
      ];
      console.log(
        `| ${cells.join(' | ')} |${isFair ? '' : ` FAILED: ${slowerIn(before, beside)}${beside.refused.map((one) => `; ${one}`).join('')}`}`,
      );
    }
    console.log(
      failed.length === 0
        ? `${attacks.length} kinds of call: none takes the server from others`
        : `FAILED: ${failed.length} of ${attacks.length}: ${failed.join(', ')}`,
    );
    person.close();
  } finally {
    await server.stop();
    if (!process.env.ISOBAR_BENCH_HOME) rmSync(home, { recursive: true, force: true });
  }
}

/**
 * What any program that computes costs the person on this machine: no server can do better beside a
 * search that runs.
 */
async function besideBusyCore(person: Person): Promise<Rounds> {
  const busy = new Worker('for (;;) Math.random();', { eval: true });
  try {
    return await person.rounds(BESIDE_MS);
  } finally {
    await busy.terminate();
  }
}

async function measured(
  server: BenchServer,
  person: Person,
  attack: FairAttack,
): Promise<readonly [Rounds, Attacked]> {
  const workerData: Attacking = { url: server.url, attack };
  const attacker = new Worker(new URL('./fair-attacker.ts', import.meta.url), { workerData });
  const ended = new Promise<Attacked>((resolve, reject) => {
    attacker.once('message', resolve);
    attacker.once('error', reject);
  });
  // the attack is under way before anything is measured
  await new Promise((resolve) => setTimeout(resolve, 700));
  const beside = await person.rounds(BESIDE_MS);
  attacker.postMessage('stop');
  return [beside, await ended];
}

/** Which of the person's calls took longer: 'files 6.1 -> 20.4 ms'. */
const slowerIn = (alone: Rounds, beside: Rounds): string =>
  Object.entries(beside.meanMs)
    .map(([name, ms]) => `${name} ${alone.meanMs[name]?.toFixed(1)} -> ${ms.toFixed(1)} ms`)
    .join(', ');

const codesIn = ({ codes }: Attacked): string =>
  Object.entries(codes)
    .map(([code, count]) => `${count} x ${code}`)
    .join(', ');

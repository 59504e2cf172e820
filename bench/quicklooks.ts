// A month of plots that are not cached, over HTTP as the portal asks for it: lines, soundings,
// images of lidars and radars of the demo archive, each kind on months of its own; beside them the
// same month once more, which is cached by then. ISOBAR_BENCH_URL: the origin of a server that runs
// already, instead of one of its own.
import { existsSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { searchReply } from '@isobar/contract/search/reply.ts';
import { quicklooksSearch, readQuicklooks } from '../apps/portal/src/lib/search/plan-quicklooks.ts';
import { isobar, NO_ORDERS } from '../e2e/server.ts';

/** What is drawn, and the months (YYYYMM) that are measured. */
const KINDS = [
  { kind: 'lines', ds: 'sgpmetE13.b1', vn: 'temp_mean', months: ['201901', '201007', '200211'] },
  { kind: 'soundings', ds: 'sgpsondewnpnC1.b1', vn: 'dp', months: ['201901', '201007', '200211'] },
  { kind: 'lidar', ds: 'sgpceilC1.b1', vn: 'backscatter', months: ['201901', '201007', '200211'] },
  {
    kind: 'lidar, fine',
    ds: 'sgpmplpolfsC1.b1',
    vn: 'signal_return_co_pol',
    months: ['201901', '201007', '200211'],
  },
  {
    kind: 'radar',
    ds: 'sgp915rwpprecipmomhiC1.a0',
    vn: 'mean_doppler_velocity',
    months: ['201901', '201007', '200211'],
  },
] as const;
/** Drawn first, so that the server is warm. */
const BEFORE = { ds: 'sgpmetE13.b1', vn: 'temp_mean', month: '201508' };
/**
 * Connections that a browser opens to one server, and plots that a window of 900 pixels shows at
 * first.
 */
const CONNECTIONS = 6;
const IN_VIEW = 8;
const FIRST_MS = 300;
const WHOLE_MS = 2000;

export async function run(): Promise<void> {
  const running = process.env.ISOBAR_BENCH_URL;
  const server = running ? null : await isobar(NO_ORDERS);
  const url = running ?? server?.url ?? '';
  try {
    await month(url, BEFORE);
    for (const { kind, ds, vn, months } of KINDS) {
      const seen: Month[] = [];
      const before = cpuMs(server?.pid());
      for (const one of months) seen.push(await month(url, { ds, vn, month: one }));
      const spent = cpuMs(server?.pid()) - before;
      const again = await month(url, { ds, vn, month: months[0] });
      const first = median(seen.map(({ firstMs }) => firstMs));
      const whole = median(seen.map(({ wholeMs }) => wholeMs));
      console.log(
        `${kind.padEnd(12)} ${told(seen, ({ firstMs }) => firstMs)} ms to the first plot, ${told(seen, ({ viewMs }) => viewMs)} to the ${IN_VIEW} in view, ${told(seen, ({ wholeMs }) => wholeMs)} to all ${seen.map(({ plots }) => plots).join(', ')}; once more ${again.wholeMs.toFixed(0)}; ${(spent / sum(seen, ({ plots }) => plots)).toFixed(0)} ms of a core for each`,
      );
      claim(first <= FIRST_MS, `${kind}: the first within ${FIRST_MS} ms`);
      claim(whole <= WHOLE_MS, `${kind}: a whole month within ${WHOLE_MS} ms`);
    }
  } finally {
    await server?.remove();
  }
}

type Month = {
  readonly plots: number;
  readonly firstMs: number;
  readonly viewMs: number;
  readonly wholeMs: number;
};

/**
 * The list of its plots, then the days as thumbnails need them, as many at a time as a browser asks
 * for.
 */
async function month(url: string, of: { ds: string; vn: string; month: string }): Promise<Month> {
  const began = performance.now();
  const list = await fetch(`${url}/services/quicklooks/_search?size=31`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(quicklooksSearch(of)),
  });
  const plots = readQuicklooks(searchReply.parse(await list.json()));
  if (plots.length === 0) throw new Error(`There are no plots of ${of.ds} in ${of.month}.`);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const ends = await Promise.all(
    plots.map(async (plot) => {
      const day = plot.url.replace('/plots/', '/days/').replace(/\.svg$/, '.json?size=small');
      await read(new URL(day, url).href, agent);
      return performance.now() - began;
    }),
  );
  agent.destroy();
  const inOrder = ends.toSorted((a, b) => a - b);
  return {
    plots: plots.length,
    firstMs: inOrder[0] ?? 0,
    viewMs: Math.max(...ends.slice(0, IN_VIEW)),
    wholeMs: inOrder.at(-1) ?? 0,
  };
}

function read(address: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (reply) => {
      reply.resume();
      reply.once('end', () =>
        reply.statusCode === 200 ? resolve() : reject(new Error(`${address}: ${reply.statusCode}`)),
      );
    }).once('error', reject);
  });
}

const median = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

const sum = (months: readonly Month[], of: (month: Month) => number): number =>
  months.reduce((all, one) => all + of(one), 0);

/**
 * Processor time of the server so far, where the system tells it; other work on the machine does
 * not count.
 */
function cpuMs(pid: number | undefined): number {
  const stat = `/proc/${pid}/stat`;
  if (!existsSync(stat)) return Number.NaN;
  const fields = readFileSync(stat, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  // user and system, in hundredths of a second
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const told = (months: readonly Month[], of: (month: Month) => number): string =>
  months.map((one) => of(one).toFixed(0)).join(', ');

function claim(holds: boolean, what: string): void {
  console.log(`${holds ? 'yes' : 'NO '}  ${what}`);
  if (!holds) process.exitCode = 1;
}

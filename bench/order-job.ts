// One extraction in a process of its own: node order-job.ts JSON; prints the milliseconds of a
// first and of warm runs.
import { join } from 'node:path';
import { type ConcatenateJob, concatenate, openDataset } from '@isobar/netcdf';
import { atOnce } from '../apps/server/src/features/orders/steps/at-once.ts';

export interface OrderJob {
  /** Each list of files makes one output. */
  readonly groups: readonly (readonly string[])[];
  readonly variables: readonly string[] | null;
  readonly format: ConcatenateJob['format'];
  readonly folder: string;
  readonly warmRuns: number;
}

export interface OrderJobResult {
  readonly first: number;
  readonly warm: readonly number[];
  /**
   * Milliseconds of processor time of each warm run, in all its threads; other work on the machine
   * does not count.
   */
  readonly processor: readonly number[];
  readonly bytes: number;
  readonly rss: number;
}

const [json] = process.argv.slice(2);
// made by orders.ts
if (json) process.stdout.write(JSON.stringify(await run(JSON.parse(json) as OrderJob)));

async function run(job: OrderJob): Promise<OrderJobResult> {
  const [first, bytes] = await once(job);
  const warm: number[] = [];
  const processor: number[] = [];
  for (let i = 0; i < job.warmRuns; i++) {
    const before = process.cpuUsage();
    warm.push((await once(job))[0]);
    const { user, system } = process.cpuUsage(before);
    processor.push((user + system) / 1000);
  }
  return { first, warm, processor, bytes, rss: process.resourceUsage().maxRSS * 1024 };
}

async function once(job: OrderJob): Promise<[milliseconds: number, bytes: number]> {
  const began = performance.now();
  let bytes = 0;
  // As an order does it.
  await atOnce(2, job.groups.entries(), async ([n, files]) => {
    const made = await concatenate({
      inputs: files.map((path) => ({ name: path, open: () => openDataset(path) })),
      variables: job.variables ?? 'all',
      output: join(job.folder, `isobar-${n}`),
      format: job.format,
    });
    const [problem] = made.problems;
    if (problem) throw new Error(`${problem.input}: ${problem.message}`);
    for (const file of made.files) bytes += file.bytes;
  });
  return [performance.now() - began, bytes];
}

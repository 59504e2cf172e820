// The worker pool with the tasks of the server: plots and month tables over a real archive, in real
// threads.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../fixtures/temporary-folder.ts';
import type { PlotJob } from '../features/quicklooks/plot-job.ts';
import { DAY, writeDayFile } from '../features/quicklooks/testing/day-file.ts';
import { readConfiguration } from '../platform/config/config.ts';
import { POOL_KINDS } from './pool-kinds.ts';
import { openWorkPool, plotterOf, type WorkPool, type WorkPoolOptions } from './work-pool.ts';

let home: string;
let pool: WorkPool;
const job: PlotJob = {
  files: ['day.nc'],
  datastream: 'sgpmetE13.b1',
  variable: 'temp',
  day: DAY,
  size: 'small',
};
const month = {
  datastream: 'sgpmetE13.b1',
  files: [{ name: 'day.nc', path: 'day.nc' }],
  start: DAY,
  end: DAY + 86_400,
};

const open = (options: WorkPoolOptions): Promise<WorkPool> =>
  openWorkPool(
    {
      configuration: readConfiguration({
        ISOBAR_HOME: join(home, 'home'),
        ISOBAR_ARCHIVE: home,
        ISOBAR_LOG: 'silent',
      }),
      version: '1.0.0',
    },
    options,
  );

beforeEach(async () => {
  home = temporaryFolder();
  await writeDayFile(join(home, 'day.nc'));
  pool = await open({ threads: 3, kinds: { plot: { ...POOL_KINDS.plot, mostRunning: 2 } } });
});
afterEach(() => pool.close());

const kindOf = (day: string): unknown =>
  // what a plot task answers
  (JSON.parse(day) as { samples: { kind: string } | null }).samples?.kind;

it('the worker pool goes on reading plots after a file that cannot be read', async () => {
  const plotter = plotterOf(pool);
  expect(kindOf(await plotter.read(job, 'seen'))).toBe('line');
  await expect(plotter.read({ ...job, files: ['gone.nc'] }, 'seen')).rejects.toMatchObject({
    code: 'unexpected',
    message: POOL_KINDS.plot.messages.failed,
  });
  expect(kindOf(await plotter.read({ ...job, variable: 'backscatter' }, 'seen'))).toBe('image');
  expect(plotter.quietFor()).toBeGreaterThanOrEqual(0);
});

it('the worker pool refuses plots beyond those that may wait', async () => {
  const all = await Promise.allSettled(Array.from({ length: 70 }, () => pool.run('plot', job)));
  const refused = all.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(4); // two run, 64 wait
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable' });
});

it('the worker pool runs plots that a client waits for before those that are drawn ahead', async () => {
  const done: string[] = [];
  const ahead = Array.from({ length: 6 }, (_, i) =>
    pool.run('plot', job, { urgency: 'ahead' }).then(() => done.push(`ahead ${i}`)),
  );
  const seen = Array.from({ length: 6 }, (_, i) =>
    pool.run('plot', job).then(() => done.push(`seen ${i}`)),
  );
  await Promise.all([...ahead, ...seen]);
  // One plot may have been begun ahead before any client came, while another ends on the second
  // thread.
  const places = done.flatMap((one, place) => (one.startsWith('seen') ? [place] : []));
  const before = done.slice(0, places.at(-2)).filter((one) => one.startsWith('ahead'));
  expect(before.length).toBeLessThanOrEqual(1);
});

it('the worker pool makes a month table and leaves no file behind', async () => {
  const { csv } = await pool.run('month', month);
  expect(new TextDecoder().decode(csv).split('\r\n')[0]).toMatch(/^time_utc,/);
  expect(await readdir(pool.folder)).toEqual([]);
});

it('the pool ends a month table at its deadline, with a Problem that names the deadline, and leaves no file behind', async () => {
  await pool.close();
  pool = await open({ kinds: { month: { ...POOL_KINDS.month, deadlineMs: 0 } } });
  await expect(pool.run('month', month)).rejects.toMatchObject({
    code: 'timeout',
    message: POOL_KINDS.month.messages.slow,
  });
  await pool.close();
  expect(await readdir(join(home, 'home', 'work'))).toEqual([]);
});

// Plots in threads of their own: they do not hold up the loop that answers calls, and are stopped when they take too long.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlotJob, Plotter } from '../features/quicklooks/plot-job.ts';
import { DAY, writeDayFile } from '../features/quicklooks/testing/day-file.ts';
import { type Configuration, readConfiguration } from '../platform/config.ts';
import { openPlotThreads } from './plot-threads.ts';

let home: string;
let configuration: Configuration;
let plotter: Plotter;
const job: PlotJob = {
  files: ['day.nc'],
  datastream: 'sgpmetE13.b1',
  variable: 'temp',
  day: DAY,
  size: 'small',
};

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'isobar-plot-thread-'));
  await writeDayFile(join(home, 'day.nc'));
  configuration = readConfiguration({
    ISOBAR_HOME: join(home, 'home'),
    ISOBAR_ARCHIVE: home,
    ISOBAR_LOG: 'silent',
  });
  plotter = openPlotThreads(configuration, { threads: 2 });
});
afterEach(async () => {
  await plotter.close();
  await rm(home, { recursive: true, force: true });
});

const kindOf = (day: string): unknown =>
  (JSON.parse(day) as { samples: { kind: string } | null }).samples?.kind; // what a thread answers

describe('the threads of plots', () => {
  it('read, and go on after a file that cannot be read', async () => {
    expect(kindOf(await plotter.read(job, 'seen'))).toBe('line');
    await expect(plotter.read({ ...job, files: ['gone.nc'] }, 'seen')).rejects.toMatchObject({
      code: 'unexpected',
    });
    expect(kindOf(await plotter.read({ ...job, variable: 'backscatter' }, 'seen'))).toBe('image');
    expect(plotter.quietFor()).toBeGreaterThanOrEqual(0);
  });

  it('let so many wait and no more', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 70 }, () => plotter.read(job, 'seen')),
    );
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(4); // two are at work, 64 wait
    expect(refused[0]?.reason).toMatchObject({ code: 'unavailable' });
  });

  it('whoever waits comes before what is made ahead, which never takes the last thread', async () => {
    const done: string[] = [];
    const ahead = Array.from({ length: 6 }, (_, i) =>
      plotter.read(job, 'ahead').then(() => done.push(`ahead ${i}`)),
    );
    const seen = Array.from({ length: 6 }, (_, i) =>
      plotter.read(job, 'seen').then(() => done.push(`seen ${i}`)),
    );
    await Promise.all([...ahead, ...seen]);
    // Plots made ahead begin only when nobody waits any more; at most one plot that somebody waits for is then still at work on the
    // other thread. So at most one plot made ahead, begun before anybody came, may be done before all others.
    const places = done.flatMap((one, place) => (one.startsWith('seen') ? [place] : []));
    const before = done.slice(0, places.at(-2)).filter((one) => one.startsWith('ahead'));
    expect(before.length).toBeLessThanOrEqual(1);
  });

  it('stop a plot that takes too long, and only that', async () => {
    await plotter.close();
    plotter = openPlotThreads(configuration, { longestMs: 0, threads: 2 });
    await expect(plotter.read(job, 'seen')).rejects.toMatchObject({ code: 'timeout' });
  });

  it('refuse when they are closed', async () => {
    await plotter.close();
    await expect(plotter.read(job, 'seen')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

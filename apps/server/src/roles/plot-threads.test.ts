// Plots in their thread: drawn beside the loop that answers calls, stopped when they take too long.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlotJob, Plotter } from '../features/quicklooks/plot-job.ts';
import { DAY, writeDayFile } from '../features/quicklooks/testing/day-file.ts';
import { type Configuration, readConfiguration } from '../platform/config.ts';
import { openPlotThread } from './plot-threads.ts';

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
  plotter = openPlotThread(configuration);
});
afterEach(async () => {
  await plotter.close();
  await rm(home, { recursive: true, force: true });
});

describe('the plot thread', () => {
  it('draws, and goes on after a file that cannot be read', async () => {
    expect(await plotter.draw(job)).toMatch(/^<svg/);
    await expect(plotter.draw({ ...job, files: ['gone.nc'] })).rejects.toMatchObject({
      code: 'unexpected',
    });
    expect(await plotter.draw({ ...job, variable: 'backscatter' })).toContain('data:image/png');
  });

  it('lets so many wait and no more', async () => {
    const all = await Promise.allSettled(Array.from({ length: 66 }, () => plotter.draw(job)));
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(refused[0]?.reason).toMatchObject({ code: 'unavailable' });
  });

  it('stops a plot that takes too long', async () => {
    await plotter.close();
    plotter = openPlotThread(configuration, 0);
    await expect(plotter.draw(job)).rejects.toMatchObject({ code: 'timeout' });
  });
});

// Reads the sample of a variable that is nearest to a time: its value as the file has it, or its
// profile.
import type { SampleCheck, SampleReply } from '@isobar/contract/calls/look.ts';
import { type Dataset, findTimeAxis, type TimeAxis, type Variable } from '@isobar/netcdf';
import { levelsOf } from '../../core/facts/heights.ts';
import { type Quality, qualityReader, readMeasured } from '../../core/facts/measured-values.ts';
import { rowsWithin } from '../../core/facts/timed-rows.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import { MARKS } from './look-image.ts';
import type { SampleJob } from './look-job.ts';
import { launchOf, unitsOf, withFile } from './look-read.ts';

type Sample = NonNullable<SampleReply['sample']>;
type Found = { readonly sample: Sample; readonly units: string };

const CHECKS: Readonly<Record<Quality, SampleCheck>> = {
  good: 'passed',
  indeterminate: 'doubtful',
  bad: 'bad',
};
const BY_MARK: readonly SampleCheck[] = Object.entries(MARKS)
  .sort(([, a], [, b]) => a - b)
  .map(([quality]) => (quality === 'bad' ? 'bad' : quality === 'good' ? 'passed' : 'doubtful'));

export async function readSample(archive: ArchiveStore, job: SampleJob): Promise<SampleReply> {
  let best: Found | undefined;
  for (const path of job.files) {
    const apart = best ? Math.abs(best.sample.time - job.time) : Number.POSITIVE_INFINITY;
    const found = await withFile(archive, path, async (dataset) => {
      const variable = dataset.variables.find(({ name }) => name === job.variable);
      const axis = variable && (await findTimeAxis(dataset));
      if (!axis || variable.dimensions[0] !== axis.dimension) return null;
      const sample = await nearestIn(dataset, variable, axis, job);
      return sample && { sample: { ...sample, file: nameOf(path) }, units: unitsOf(variable) };
    });
    if (found && Math.abs(found.sample.time - job.time) < apart) best = found;
  }
  return { sample: best?.sample ?? null, units: best?.units ?? '' };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

async function nearestIn(
  dataset: Dataset,
  variable: Variable,
  axis: TimeAxis,
  { time, within }: SampleJob,
): Promise<Omit<Sample, 'file'> | null> {
  const launch = variable.dimensions.length === 1 ? await launchOf(dataset, variable, axis) : null;
  if (launch) {
    const { start, heights, at, values, marks } = launch;
    const checks = values.map(
      (value, i): SampleCheck =>
        value === null ? 'missing' : (BY_MARK[marks[i] ?? 0] ?? 'passed'),
    );
    const profile = { axis: heights, at: [...at], values: [...values], checks };
    return { time: start, value: null, check: 'passed', profile };
  }
  const span = { from: time - within, to: time + within + 1e-6 };
  const { times, start, every } = await rowsWithin(dataset, axis, span, 0);
  let nearest = -1;
  let apart = within;
  for (const [at, one] of times.entries()) {
    const distance = Math.abs(one - time);
    if (distance <= apart && (nearest < 0 || distance < apart)) [nearest, apart] = [at, distance];
  }
  if (nearest < 0) return null;
  const row = start + nearest * every;
  const rows = { start: row, stop: row + 1, every: 1 };
  const values = await readMeasured(dataset, variable, rows);
  const quality = await qualityReader(dataset, variable)(rows);
  const checkOf = (at: number): SampleCheck =>
    Number.isNaN(values[at] ?? Number.NaN) ? 'missing' : CHECKS[quality(at)];
  const at = times[nearest] ?? Number.NaN;
  if (variable.dimensions.length === 1)
    return { time: at, value: plain(values[0]), check: checkOf(0), profile: null };
  const levels = await levelsOf(dataset, variable);
  return {
    ...{ time: at, value: null, check: 'passed' },
    profile: {
      axis: { name: levels.name, units: levels.units },
      at: [...levels.at],
      values: Array.from(values, plain),
      checks: Array.from(values, (_, level) => checkOf(level)),
    },
  };
}

const plain = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

// Puts the inputs of a unit on one time grid: those of one selection, or of all selections in one
// file.
import { join } from 'node:path';
import { stepInWords } from '@isobar/contract/orders/time-grid.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { type GridSource, OUTPUT_FORMATS, writeGrid } from '@isobar/netcdf';
import { gridName } from '../../../core/catalogue/output-name.ts';
import { gridOnSeries } from '../../../core/grid/grid-methods.ts';
import { measureFile } from './measure.ts';
import type { MadeFile, UnitResult } from './plan.ts';
import { reportWriting, seriesUnit, type UnitPart } from './series-unit.ts';
import type { UnitInput } from './unit-input.ts';

export const gridUnit = async (input: UnitInput): Promise<UnitResult> =>
  await seriesUnit(input, 'On the time grid', written);

async function written(input: UnitInput, parts: readonly UnitPart[]): Promise<MadeFile> {
  const { unit, folder, orderDate, version, orderId } = input;
  const { grid } = parts[0]?.how ?? {};
  if (!grid || unit.make === 'copy')
    throw new Error('A unit on a time grid needs the grid and a format.');
  const format = unit.make === 'icartt' ? 'csv' : unit.make;
  const [first] = parts;
  const sources = parts.map(sourceOf);
  const ranges = rangesOf(parts);
  const name = gridName(
    parts.length === 1 ? (first?.how.datastream ?? '') : `merged-${orderId}`,
    grid.step,
    OUTPUT_FORMATS[format].extension ?? 'nc',
  );
  const made = await writeGrid({
    sources: sources.map(({ source }) => source),
    step: grid.step,
    ...(ranges ? { ranges } : {}),
    ...(grid.longestSample === undefined ? {} : { longestSample: grid.longestSample }),
    output: join(folder, name),
    format,
    history: `${formatInstant(orderDate)} Isobar ${version}, order ${orderId}: put on a time grid of ${stepInWords(grid.step)}`,
    signal: input.signal,
    ...(input.roomFor ? { roomFor: input.roomFor } : {}),
    onProgress: (progress) => reportWriting(input, progress, name),
  });
  return {
    name: `${unit.folder}${name}`,
    file: name,
    ...(await measureFile(made.path, input.signal)),
    format: made.format,
    inputs: parts.flatMap(({ inputs }) => inputs),
    firstTime: made.firstTime,
    lastTime: made.lastTime,
    records: made.records,
    masked: {},
    present: {},
    marks: {},
    kept: {},
    notes: sources.flatMap(({ notes }) => notes),
  };
}

function sourceOf({ how, series }: UnitPart): {
  readonly source: GridSource;
  readonly notes: readonly string[];
} {
  const { variables, notes } = gridOnSeries(
    series,
    how.datastream,
    how.grid ?? { variables: [], leftOut: [] },
  );
  return {
    source: {
      name: how.datastream,
      series,
      variables,
      spans: how.masks,
      assessed: how.maskAssessed,
    },
    notes,
  };
}

/** Of all parts together; undefined where one of them is to be taken whole. */
function rangesOf(parts: readonly UnitPart[]): (readonly [number, number])[] | undefined {
  if (parts.some(({ how }) => how.ranges === null)) return undefined;
  return parts.flatMap(({ how }) =>
    (how.ranges ?? []).map(({ start, end }) => [start, end + 1] as const),
  );
}

// Writes the inputs of a unit into one file by the view of a series, whatever changed between them.
import { join } from 'node:path';
import { oneFileInWords } from '@isobar/contract/orders/one-file.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { type OutputFormat, writeSeries } from '@isobar/netcdf';
import { joinedName } from '../../../core/catalogue/output-name.ts';
import { changesAttribute } from '../../../core/series/change-texts.ts';
import { measureFile } from './measure.ts';
import type { MadeFile, Treatment, UnitResult } from './plan.ts';
import { reportWriting, seriesUnit, type UnitPart } from './series-unit.ts';
import type { UnitInput } from './unit-input.ts';

export const oneFileUnit = async (input: UnitInput): Promise<UnitResult> =>
  await seriesUnit(input, 'As one file', written);

async function written(input: UnitInput, parts: readonly UnitPart[]): Promise<MadeFile> {
  const { unit, folder, plan, signal } = input;
  const [part] = parts;
  if (!part?.how.oneFile || unit.make === 'copy')
    throw new Error('A unit of one file needs its choices and a format.');
  const { how, series, inputs } = part;
  const { compression, ...choice } = part.how.oneFile;
  const format: OutputFormat =
    unit.make === 'netcdf' && compression !== undefined ? 'netcdf4' : unit.make;
  const numberOf = new Map(inputs.map((n) => [plan.inputs[n]?.fileName ?? '', n]));
  let name = '';
  const made = await writeSeries({
    ...{ series, signal, format, ...choice, deflate: compression },
    variables: how.variables.length > 0 ? how.variables : 'all',
    ...(how.ranges ? { ranges: how.ranges.map((r) => [r.start, r.end + 1] as const) } : {}),
    ...{ spans: how.masks, assessed: how.maskAssessed, roomFor: input.roomFor },
    output: (times) => {
      const source = series.files[0]?.name ?? '';
      name = joinedName(how.datastream, source, { ...times, part: 0, inputs: [] }, format);
      return join(folder, name);
    },
    history: historyOf(input, how),
    attributes: changesAttribute(series.changes),
    icartt: { revisionTime: input.orderDate },
    onProgress: (progress) => reportWriting(input, progress, name),
  });
  return {
    name: `${unit.folder}${name}`,
    file: name,
    ...(await measureFile(made.path, signal)),
    format: made.format,
    inputs: made.inputs.flatMap((each) => numberOf.get(each) ?? []),
    ...{ firstTime: made.firstTime, lastTime: made.lastTime, records: made.records },
    masked: { ...made.masked },
    present: { ...made.present },
    marks: { ...made.marks },
    kept: { ...made.kept },
    notes: [...made.notes],
  };
}

const historyOf = (
  { orderDate, version, orderId }: UnitInput,
  { oneFile, variables }: Treatment,
): string => {
  const did = [
    variables.length > 0 ? `variables ${variables.join(', ')}` : 'all variables',
    ...oneFileInWords(oneFile ?? {}),
  ];
  return `${formatInstant(orderDate)} Isobar ${version}, order ${orderId}: ${did.join('; ')}`;
};

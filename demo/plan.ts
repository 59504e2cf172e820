// The plan of a datastream's files: every variable with its values' function, and where its bytes
// lie.

import type { ElementType, VariableDesign } from './design.ts';
import { hashText } from './hash.ts';
import { type HeaderTemplate, headerTemplate } from './header.ts';
import type { PlannedKind, PlannedVariable } from './planned-variable.ts';
import { type ReportSpan, reportSpans } from './quality.ts';
import { Sample } from './sample.ts';
import { type Axis, parseSignal } from './signal-text.ts';
import { MAKERS } from './signals/makers.ts';
import type { Stream } from './streams.ts';

export interface Plan {
  readonly stream: Stream;
  readonly variables: readonly PlannedVariable[];
  readonly dimensions: ReadonlyMap<string, number>;
  /**
   * Header and layout, the same for every file of the stream but for dates and the number of
   * records.
   */
  readonly header: HeaderTemplate;
}

/** Plans are made once for each stream. */
export function planOf(stream: Stream): Plan {
  const known = PLANS.get(stream.name);
  if (known) return known;
  const { design } = stream;
  const dimensions = new Map(design.dimensions);
  dimensions.delete('rays');
  if (design.bounds) dimensions.set('bound', 2);
  const axes = axesOf(stream, dimensions);
  const variables = [
    timeVariable('base-time', 'base_time', 'int', false, []),
    timeVariable('time-offset', 'time_offset', 'double', true, []),
    timeVariable('time', 'time', 'double', true, []),
    ...(design.bounds
      ? [timeVariable('time-bounds', 'time_bounds', 'double', true, ['bound'])]
      : []),
    ...design.variables.flatMap((variable) => dataVariables(stream, variable, dimensions, axes)),
    ...placeVariables(stream).flatMap((v) => dataVariables(stream, v, dimensions, axes)),
  ];
  const shape = { stream, variables, dimensions };
  const plan: Plan = { ...shape, header: headerTemplate(shape) };
  PLANS.set(stream.name, plan);
  return plan;
}

const PLANS = new Map<string, Plan>();

/** Bytes of a file with so many records. */
export const sizeOf = (plan: Plan, records: number): number =>
  plan.header.layout.recordStart + plan.header.layout.recordSize * records;

function timeVariable(
  kind: PlannedKind,
  name: string,
  type: ElementType,
  perSample: boolean,
  dimensions: readonly string[],
): PlannedVariable {
  return {
    kind,
    name,
    type,
    perSample,
    dimensions,
    elements: dimensions.length > 0 ? 2 : 1,
    design: null,
    signal: () => 0,
    salt: 0,
    resolution: 0,
    reports: [],
  };
}

function dataVariables(
  stream: Stream,
  design: VariableDesign,
  dimensions: ReadonlyMap<string, number>,
  axes: ReadonlyMap<string, Axis>,
): PlannedVariable[] {
  const own = design.dimensions.map((name) => {
    const axis = axes.get(name);
    if (!axis) throw new Error(`${stream.design.name}: ${design.name} has no dimension ${name}`);
    return axis;
  });
  const data: PlannedVariable = {
    kind: 'data',
    name: design.name,
    type: design.type,
    perSample: design.perSample,
    dimensions: design.dimensions,
    elements: design.dimensions.reduce((n, name) => n * (dimensions.get(name) ?? 1), 1),
    design,
    signal: parseSignal(design.signal, own, MAKERS),
    salt: hashText(`${stream.name} ${design.name}`),
    resolution: design.type === 'float' ? (RESOLUTIONS[design.units] ?? 0) : 0,
    reports: design.perSample ? reportsOn(stream, design) : [],
  };
  if (!design.checked) return [data];
  const check: PlannedVariable = { ...data, kind: 'check', name: `qc_${design.name}`, type: 'int' };
  return [data, check];
}

/** Place and time are never in doubt; a report that names no variable means all others. */
function reportsOn(stream: Stream, design: VariableDesign): ReportSpan[] {
  if (PLACE.test(design.name)) return [];
  return reportSpans(stream.name).filter(
    ({ variables }) => variables.length === 0 || variables.includes(design.name),
  );
}

const PLACE = /^(lat|lon|alt)$/;

/**
 * The variables that say where: one value each, or one for each sample on a platform that moves.
 */
function placeVariables(stream: Stream): VariableDesign[] {
  if (stream.design.variables.some(({ name }) => name === 'lat')) return [];
  const { place } = stream;
  const perSample = place.track !== null;
  const known = perSample || place.position !== null;
  const variable = (
    name: string,
    rest: Pick<VariableDesign, 'longName' | 'units' | 'standardName' | 'valid'>,
  ) => ({
    ...rest,
    name,
    type: 'float' as const,
    perSample,
    dimensions: [],
    checked: false,
    measurement: '',
    signal: known ? rest.standardName : 'constant(-9999)',
  });
  return [
    variable('lat', {
      longName: 'North latitude',
      units: 'degree_N',
      standardName: 'latitude',
      valid: { min: -90, max: 90 },
    }),
    variable('lon', {
      longName: 'East longitude',
      units: 'degree_E',
      standardName: 'longitude',
      valid: { min: -180, max: 180 },
    }),
    variable('alt', {
      longName: 'Altitude above mean sea level',
      units: 'm',
      standardName: 'altitude',
      valid: {},
    }),
  ];
}

/**
 * The axis of each dimension: the values of the variable of that name, else of `heights` along it,
 * else 0, 1, 2 …
 */
function axesOf(stream: Stream, dimensions: ReadonlyMap<string, number>): Map<string, Axis> {
  const sample = new Sample(stream.place, stream.seed);
  sample.at(stream.start, 0);
  return new Map(
    [...dimensions].map(([name, length]) => {
      const { variables } = stream.design;
      const coordinate =
        variables.find((variable) => variable.name === name && variable.dimensions[0] === name) ??
        variables.find((v) => v.name === 'heights' && v.dimensions.at(-1) === name);
      const signal = parseSignal(coordinate?.signal ?? 'steps(0 1)', [], MAKERS);
      const values = Float64Array.from({ length }, (_, e) => signal(sample, e));
      const factor = METRES[coordinate?.units ?? ''] ?? 1;
      return [
        name,
        { name, length, values, metres: values.map((value) => value * factor) },
      ] as const;
    }),
  );
}

const METRES: Readonly<Record<string, number>> = {
  km: 1000,
  m: 1,
  'm MSL': 1,
  cm: 0.01,
  nm: 1e-9,
  um: 1e-6,
  mm: 1e-3,
};

/** Digits that instruments give: 100 means two after the point. */
const RESOLUTIONS: Readonly<Record<string, number>> = {
  degC: 100,
  C: 100,
  K: 100,
  '%': 100,
  hPa: 100,
  kPa: 1_000,
  'm/s': 100,
  'W/m^2': 100,
  degree: 10,
  deg: 10,
  degrees: 10,
  mm: 1_000,
  'mm/hr': 1_000,
  'mm/h': 1_000,
  m: 100,
  V: 1_000,
  dBZ: 1_000,
  dB: 1_000,
  ppb: 100,
  ppm: 100,
  'W/(m^2 nm)': 100_000,
};

// Joins the shapes of a series into one schema: meanings, how each is shown, and where room for
// missing values is needed.

import { isFloating, knownMark } from '../job/mask-mark.ts';
import { planMasks } from '../job/mask-plan.ts';
import { fillerOf, holds, type Mark, MISSING, statedMissing, stating } from '../job/missing.ts';
import { retyped } from '../job/output-schema.ts';
import { type MergedVariable, merge, type Schema, schemaOf } from '../job/schema.ts';
import type { FileVariable, Survey } from '../job/survey.ts';
import { NetcdfError } from '../netcdf-error.ts';
import { unpackingOf } from '../packing.ts';
import type { TimeUnits } from '../time/time-units.ts';
import { runYielding } from '../yielding.ts';
import { type Meaning, meaningsOf, type ShapeSpan, TIME } from './meanings.ts';
import { type Showing, showings, shown, widerThan } from './rules.ts';
import type { Constants, FileShape } from './shape.ts';
import type { ViewedVariable } from './view.ts';

/** A shape with the values without time that a file of it had. */
export interface Kind {
  readonly shape: FileShape;
  readonly constants: Constants;
}

export interface Joined {
  readonly schema: Schema;
  readonly meanings: ReadonlyMap<FileShape, ReadonlyMap<string, Meaning>>;
  readonly showings: ReadonlyMap<string, Showing>;
  readonly views: ReadonlyMap<FileShape, readonly ViewedVariable[]>;
  /** The schema of a file alone, by its own names: masks and quality go by these. */
  readonly ownSchemas: ReadonlyMap<FileShape, Schema>;
}

/**
 * `spans` from the oldest to the newest, `kinds` such that any two values that differ somewhere
 * differ among them.
 */
export async function join(spans: readonly ShapeSpan[], kinds: readonly Kind[]): Promise<Joined> {
  const meanings = meaningsOf(spans);
  const showing = showings(meanings);
  const ownSchemas = new Map<FileShape, Schema>();
  for (const { shape } of spans)
    ownSchemas.set(shape, await runYielding(schemaOf(ownSurvey(shape))));
  let views = viewsOf(meanings, showing);
  let schema = await schemaOfAll(spans, kinds, views);
  const needing = await needingRoom(schema, meanings, ownSchemas);
  if (needing.size > 0) {
    for (const [name, wider] of needing) showing.set(name, wider);
    views = viewsOf(meanings, showing);
    schema = await schemaOfAll(spans, kinds, views);
  }
  const lacking = namesLacking(schema, meanings);
  const maskable = await maskableNames(meanings, ownSchemas);
  const variables = new Map<string, MergedVariable>();
  for (const variable of schema.variables.values()) {
    const isMarked = maskable.has(variable.name) || lacking.has(variable.name);
    variables.set(variable.name, finished(variable, isMarked));
  }
  return { schema: { ...schema, variables }, meanings, showings: showing, views, ownSchemas };
}

function viewsOf(
  meanings: ReadonlyMap<FileShape, ReadonlyMap<string, Meaning>>,
  showing: ReadonlyMap<string, Showing>,
): Map<FileShape, ViewedVariable[]> {
  const views = new Map<FileShape, ViewedVariable[]>();
  for (const [shape, own] of meanings)
    views.set(
      shape,
      [...own].map(([source, meaning]) => {
        const how = showing.get(meaning.name) ?? { as: 'stored' };
        return { source, showing: how, shown: shown(meaning, how, own) };
      }),
    );
  return views;
}

const WHOLE = { firstTime: 0, lastTime: 0, earliest: 0, latest: 0 };
const SECONDS: TimeUnits = { secondsPerUnit: 1, epochSeconds: 0 };

/** The survey of a series, in the form that surveys of files have. */
export function surveyOf(
  viewed: readonly ViewedVariable[],
  constants: ReadonlyMap<string, string> = new Map(),
): Survey {
  return {
    ...WHOLE,
    index: 0,
    name: '',
    isClassic: true,
    timeDimension: TIME,
    timeVariable: TIME,
    runs: [],
    records: 0,
    variables: viewed.map((each) => each.shown),
    notes: [],
    digests: constants,
    timeUnits: new Map(
      viewed.flatMap((each) =>
        each.showing.as === 'clock' ? [[each.shown.name, SECONDS] as const] : [],
      ),
    ),
    baseTime: undefined,
    isExact: true,
  };
}

function ownSurvey(shape: FileShape): Survey {
  const { timeDimension, timeVariable, variables } = shape;
  const clocks = variables.filter(({ countsTime }) => countsTime);
  return {
    ...surveyOf([]),
    timeDimension,
    timeVariable,
    variables,
    timeUnits: new Map(clocks.map(({ name }) => [name, SECONDS])),
  };
}

/** From the newest, whose attributes are kept, to the oldest. */
async function schemaOfAll(
  spans: readonly ShapeSpan[],
  kinds: readonly Kind[],
  views: ReadonlyMap<FileShape, readonly ViewedVariable[]>,
): Promise<Schema> {
  let schema: Schema | undefined;
  const share = sharedVariables();
  for (const { shape } of [...spans].reverse()) {
    for (const kind of kinds) {
      if (kind.shape !== shape) continue;
      const viewed = views.get(shape) ?? [];
      const digests = new Map<string, string>();
      for (const {
        source,
        shown: { name },
      } of viewed) {
        const own = kind.constants[source] ?? digestIn(shape, source);
        if (own !== undefined) digests.set(name, own);
      }
      const survey = surveyOf(viewed, digests);
      const shared = { ...survey, variables: survey.variables.map(share) };
      const next = await runYielding(schema ? merge(schema, shared) : schemaOf(shared));
      if ('split' in next)
        throw new NetcdfError('invalid', `The files do not join into a series: ${next.split}.`);
      schema = next;
    }
  }
  if (!schema) throw new NetcdfError('invalid', 'A series needs a file with rows.');
  return schema;
}

const digestIn = (shape: FileShape, source: string): string | undefined =>
  shape.variables.find(({ name }) => name === source)?.digest;

/** Gives equal variables the same object, which spares merge a comparison of their attributes. */
function sharedVariables(): (variable: FileVariable) => FileVariable {
  const known = new Map<string, FileVariable>();
  return (variable) => {
    const key = JSON.stringify(variable, (_, value: unknown) =>
      ArrayBuffer.isView(value) ? String(value) : value,
    );
    const same = known.get(key);
    if (!same) known.set(key, variable);
    return same ?? variable;
  };
}

/**
 * Integers that state no missing value where one may have to stand: masked, or absent from some
 * files.
 */
async function needingRoom(
  schema: Schema,
  meanings: Joined['meanings'],
  ownSchemas: Joined['ownSchemas'],
): Promise<Map<string, Showing>> {
  const maskable = await maskableNames(meanings, ownSchemas);
  const lacking = namesLacking(schema, meanings);
  const needing = new Map<string, Showing>();
  for (const variable of schema.variables.values()) {
    const { name, perRecord, type } = variable;
    if (!perRecord || knownMark(variable) !== 'choose') continue;
    const isMasked = maskable.has(name);
    if (!isMasked && !lacking.has(name)) continue;
    // Flags and coordinates are never masked, and -9999 is no value of theirs.
    if (!isMasked && holds(type, MISSING) && !unpackingOf(variable)) continue;
    const wider = widerThan({ ...variable, hasTime: perRecord });
    if (wider) needing.set(name, wider);
  }
  return needing;
}

/** Variables that some of the shapes do not have. */
function namesLacking(schema: Schema, meanings: Joined['meanings']): Set<string> {
  const present = new Map<string, number>();
  for (const own of meanings.values())
    for (const { name } of own.values()) present.set(name, (present.get(name) ?? 0) + 1);
  const lacking = [...schema.variables.values()].filter(
    ({ name, perRecord }) => perRecord && (present.get(name) ?? 0) < meanings.size,
  );
  return new Set(lacking.map(({ name }) => name));
}

const ALL_TIME = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

/** What a report on all variables would mask, by the names of the series. */
async function maskableNames(
  meanings: Joined['meanings'],
  ownSchemas: Joined['ownSchemas'],
): Promise<Set<string>> {
  const names = new Set<string>();
  for (const [shape, own] of meanings) {
    const schema = ownSchemas.get(shape);
    if (!schema) continue;
    const request = { masks: [{ variables: 'all' as const, ...ALL_TIME }], assessed: [] };
    const { affected } = await runYielding(planMasks(schema, request, 0, 0));
    for (const source of affected) {
      const meaning = own.get(source);
      if (meaning) names.add(meaning.name);
    }
  }
  return names;
}

/**
 * What stands for missing values of a variable, masked or absent; undefined: integers of 64 bits
 * and text are not masked.
 */
export function markOf(variable: MergedVariable): Mark | undefined {
  const { type } = variable;
  if (type === 'char' || type === 'string' || type === 'int64' || type === 'uint64')
    return undefined;
  const stated = statedMissing(variable);
  if (stated !== undefined) return stated;
  // A packed -9999 is a value like others, unless it is stated.
  return isFloating(type) && unpackingOf(variable) ? Number.NaN : fillerOf(variable);
}

function finished(variable: MergedVariable, isMarked: boolean): MergedVariable {
  const { type } = variable;
  const attributes = variable.attributes.map((each) => retyped(each, type));
  const mark = markOf({ ...variable, attributes });
  if (!isMarked || mark === undefined) return { ...variable, attributes };
  return { ...variable, attributes: stating({ ...variable, attributes }, mark) };
}

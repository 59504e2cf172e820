// Merges the variables of inputs into what one output file holds, or says why they do not go
// together; pure.
import { findAttribute, numbersAttribute, textAttribute } from '../attribute.ts';
import type { Attribute, NcType } from '../dataset.ts';
import { elementBytes, isFixedType } from '../element.ts';
import { signChange } from '../packing.ts';
import type { TimeUnits } from '../time/time-units.ts';
import type { Stepwise } from '../yielding.ts';
import { rebasedType, rebasing } from './rebase.ts';
import type { FileVariable, InnerDimension, Survey } from './survey.ts';

export interface MergedVariable {
  readonly name: string;
  readonly type: NcType;
  /** Has a value for every record, in the output. */
  readonly perRecord: boolean;
  readonly inner: readonly InnerDimension[];
  readonly attributes: readonly Attribute[];
  /** Digest of its values, for a variable without time. */
  readonly digest: string | undefined;
}

export interface Schema {
  readonly timeDimension: string;
  readonly timeVariable: string;
  readonly variables: ReadonlyMap<string, MergedVariable>;
  readonly lengths: ReadonlyMap<string, number>;
  /** What zero means in the output, for every variable of times. */
  readonly timeUnits: ReadonlyMap<string, TimeUnits>;
  readonly baseTime: number | undefined;
  readonly notes: ReadonlySet<string>;
}

/**
 * Larger values that change between inputs begin a new file instead of being repeated in every
 * record.
 */
export const MOST_REPEATED_VALUES = 256;
/** Of one output. */
export const MOST_NOTES = 200;

export function* schemaOf(survey: Survey): Stepwise<Schema> {
  const lengths = new Map<string, number>();
  const variables = new Map<string, MergedVariable>();
  for (const variable of survey.variables) {
    for (const { name, length } of variable.inner) lengths.set(name, length);
    variables.set(variable.name, adopted(variable, survey));
    yield;
  }
  return {
    timeDimension: survey.timeDimension,
    timeVariable: survey.timeVariable,
    variables,
    lengths,
    timeUnits: survey.timeUnits,
    baseTime: survey.baseTime,
    notes: new Set(survey.notes),
  };
}

/**
 * The schema that holds both, or the reason why `survey` needs a new file. The same object when
 * nothing changes.
 */
export function* merge(
  schema: Schema,
  survey: Survey,
): Stepwise<Schema | { readonly split: string }> {
  if (
    survey.timeDimension !== schema.timeDimension ||
    survey.timeVariable !== schema.timeVariable
  ) {
    return { split: 'its time axis has another name' };
  }
  const draft = new Draft(schema);
  for (const found of survey.variables) {
    yield;
    const known = schema.variables.get(found.name);
    for (const { name, length } of found.inner) {
      const before = draft.lengths.get(name);
      if (before !== undefined && before !== length) {
        return { split: `dimension ${name} changes from ${before} to ${length}` };
      }
      if (before === undefined) draft.setLength(name, length);
    }
    if (!known) {
      draft.set(adopted(found, survey));
      draft.setUnits(found.name, survey.timeUnits.get(found.name));
      continue;
    }
    const merged = mergeVariable(known, found, schema, survey, draft);
    if ('split' in merged) return merged;
    draft.set(merged);
  }
  for (const note of survey.notes) draft.note(note);
  return draft.finish();
}

function adopted(variable: FileVariable, survey: Survey): MergedVariable {
  return {
    name: variable.name,
    type: variable.type,
    perRecord: variable.hasTime,
    inner: variable.inner,
    attributes: variable.attributes,
    digest: survey.digests.get(variable.name),
  };
}

function mergeVariable(
  known: MergedVariable,
  found: FileVariable,
  schema: Schema,
  survey: Survey,
  draft: Draft,
): MergedVariable | { readonly split: string } {
  const { name } = known;
  if (known.inner.map((each) => each.name).join() !== found.inner.map((each) => each.name).join()) {
    return { split: `${name} has other dimensions` };
  }
  const conflict = conflictOf(known, found, schema.timeUnits.has(name));
  if (conflict) return { split: conflict };
  const type = mergedType(known, found, schema, survey);
  if (!type) return { split: `${name} changes from ${known.type} to ${found.type}` };
  if (type !== known.type) draft.note(`${name} is stored as ${type}, since inputs differ`);
  const repeated = mergePlace(known, found, schema, survey, draft);
  if (typeof repeated === 'object') return repeated;
  const attributes = mergeAttributes(known, found, draft);
  const isSame =
    type === known.type && repeated === known.perRecord && attributes === known.attributes;
  return isSame ? known : { ...known, type, perRecord: repeated, attributes };
}

/** Whether the variable has a value per record from now on. */
function mergePlace(
  known: MergedVariable,
  found: FileVariable,
  schema: Schema,
  survey: Survey,
  draft: Draft,
): boolean | { readonly split: string } {
  const { name } = known;
  if (known.perRecord || name === 'base_time') return known.perRecord;
  const countsAlike = !rebasing(survey.timeUnits.get(name), schema.timeUnits.get(name), found);
  if (!found.hasTime && countsAlike && known.digest === survey.digests.get(name)) return false;
  const isCoordinate = known.inner.length > 0 && schema.lengths.has(name);
  const values = known.inner.reduce((product, { length }) => product * length, 1);
  if (isCoordinate || values > MOST_REPEATED_VALUES || known.type === 'string') {
    return { split: `${name} has other values` };
  }
  draft.note(`${name} changes between inputs, so it has a value for every time`);
  return true;
}

/** Why two variables cannot go into one file: their units or scales differ. */
function conflictOf(
  known: MergedVariable,
  found: FileVariable,
  isTime: boolean,
): string | undefined {
  if (known.attributes === found.attributes) return undefined;
  const before = textAttribute(known, 'units');
  const now = textAttribute(found, 'units');
  if (!isTime && before !== undefined && now !== undefined && before !== now) {
    return `the units of ${known.name} change from "${before}" to "${now}"`;
  }
  const signs = [known, found].map((each) => signChange(each) !== undefined);
  if (signs[0] !== signs[1] || (signs[0] && known.type !== found.type))
    return `what _Unsigned says of ${known.name} changes`;
  for (const name of ['scale_factor', 'add_offset', 'missing_value', '_FillValue']) {
    const [old, recent] = [known, found].map((each) => numbersAttribute(each, name)?.join());
    const isScale = name === 'scale_factor' || name === 'add_offset';
    const isMissingOnce = old === undefined || recent === undefined;
    if (old !== recent && (isScale || !isMissingOnce)) return `${name} of ${known.name} changes`;
  }
  return undefined;
}

function mergedType(
  known: MergedVariable,
  found: FileVariable,
  schema: Schema,
  survey: Survey,
): NcType | undefined {
  const change = rebasing(
    survey.timeUnits.get(known.name),
    schema.timeUnits.get(known.name),
    found,
  );
  if (!change) return promoted(known.type, found.type);
  const units = schema.timeUnits.get(known.name);
  const { earliest, latest } = survey;
  const isAxis = known.name === schema.timeVariable;
  const extent = isAxis && units ? { earliest, latest, units } : undefined;
  return promoted(known.type, rebasedType(found.type, change, extent));
}

const INTEGERS: readonly NcType[] = ['byte', 'short', 'int', 'int64'];
const UNSIGNED: readonly NcType[] = ['ubyte', 'ushort', 'uint'];

/** The smallest type that holds the values of both; undefined when there is none. */
export function promoted(a: NcType, b: NcType): NcType | undefined {
  if (a === b) return a;
  const isText = [a, b].some((type) => type === 'char' || type === 'string');
  if (isText) return undefined;
  const isFloat = [a, b].some((type) => type === 'float' || type === 'double');
  if (isFloat) {
    const exactInFloat = [...INTEGERS.slice(0, 2), ...UNSIGNED.slice(0, 2), 'float'];
    return exactInFloat.includes(a) && exactInFloat.includes(b) ? 'float' : 'double';
  }
  if (a === 'uint64' || b === 'uint64') return undefined;
  if (UNSIGNED.includes(a) && UNSIGNED.includes(b)) {
    return UNSIGNED[Math.max(UNSIGNED.indexOf(a), UNSIGNED.indexOf(b))];
  }
  // A signed type holds an unsigned one when it is one size larger.
  const rank = (type: NcType) =>
    UNSIGNED.includes(type) ? UNSIGNED.indexOf(type) + 1 : INTEGERS.indexOf(type);
  return INTEGERS[Math.max(rank(a), rank(b))];
}

/**
 * The first input's attributes, and those that it lacks from later ones; a value that changes is
 * only noted.
 */
function mergeAttributes(
  known: MergedVariable,
  found: FileVariable,
  draft: Draft,
): readonly Attribute[] {
  if (known.attributes === found.attributes) return known.attributes;
  const added = found.attributes.filter(({ name }) => !findAttribute(known, name));
  // base_time repeats itself as text
  const isExpected = (name: string) => name === 'units' || known.name === 'base_time';
  for (const { name, value } of found.attributes) {
    const before = findAttribute(known, name);
    if (before && !isExpected(name) && String(before.value) !== String(value)) {
      draft.note(`attribute ${name} of ${known.name} differs between inputs; the first is kept`);
    }
  }
  return added.length > 0 ? [...known.attributes, ...added] : known.attributes;
}

/** Bytes of one record, and of everything else. */
export interface Sizes {
  readonly record: number;
  readonly fixed: number;
}

/** The sizes of variables in a classic file. */
export function* sizesOf(schema: Schema): Stepwise<Sizes> {
  let record = 0;
  let fixed = 0;
  for (const { type, inner, perRecord } of schema.variables.values()) {
    const bytes = inner.reduce(
      (product, { length }) => product * length,
      isFixedType(type) ? elementBytes(type) : 64,
    );
    const padded = Math.ceil(bytes / 4) * 4;
    if (perRecord) record += padded;
    else fixed += padded;
    yield;
  }
  return { record, fixed };
}

/** Changes to a schema; finish gives the schema itself when there were none. */
class Draft {
  readonly schema: Schema;
  lengths: ReadonlyMap<string, number>;
  private variables: Map<string, MergedVariable> | undefined;
  private units: Map<string, TimeUnits> | undefined;
  private readonly notes: string[] = [];

  constructor(schema: Schema) {
    this.schema = schema;
    this.lengths = schema.lengths;
  }

  set(variable: MergedVariable): void {
    if (this.schema.variables.get(variable.name) === variable) return;
    this.variables ??= new Map(this.schema.variables);
    this.variables.set(variable.name, variable);
  }

  setLength(name: string, length: number): void {
    this.lengths = new Map([...this.lengths, [name, length]]);
  }

  setUnits(name: string, units: TimeUnits | undefined): void {
    if (!units) return;
    this.units ??= new Map(this.schema.timeUnits);
    this.units.set(name, units);
  }

  note(text: string): void {
    const { notes } = this.schema;
    if (notes.size + this.notes.length < MOST_NOTES && !notes.has(text)) this.notes.push(text);
  }

  finish(): Schema {
    const { schema } = this;
    const isSame = !this.variables && this.notes.length === 0 && this.lengths === schema.lengths;
    if (isSame) return schema;
    return {
      ...schema,
      variables: this.variables ?? schema.variables,
      lengths: this.lengths,
      timeUnits: this.units ?? schema.timeUnits,
      notes: new Set([...schema.notes, ...this.notes]),
    };
  }
}

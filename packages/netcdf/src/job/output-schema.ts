// Turns a merged schema into the definition of an output file: dimensions, attributes, what states
// missing values.
import { numbersAttribute, textAttribute } from '../attribute.ts';
import type { Definition, DimensionDefinition, VariableDefinition } from '../classic/layout.ts';
import type { Attribute, NcType } from '../dataset.ts';
import { convert, isFixedType, isNumeric } from '../element.ts';
import { numbersOf } from '../numeric-array.ts';
import type { Stepwise } from '../yielding.ts';
import { flatNames, resolveName } from './group-names.ts';
import { fillerOf, holds, type Mark, stating } from './missing.ts';
import type { Part } from './plan.ts';
import type { MergedVariable } from './schema.ts';
import { REFERRING } from './select.ts';
import { NO_DIMENSION } from './survey.ts';

export interface OutputSchema {
  readonly definition: Definition;
  /** Name in the inputs -> name in the output, which has no groups. */
  readonly names: ReadonlyMap<string, string>;
  readonly timeDimension: string;
  readonly perRecord: readonly MergedVariable[];
  readonly fixed: readonly MergedVariable[];
}

/**
 * What stands for values that are masked, or that an input does not have; `fillers` only where it
 * had to be chosen.
 */
export interface Standing {
  readonly byName: ReadonlyMap<string, Mark>;
  readonly fillers: ReadonlyMap<string, Mark>;
}

/** Variables that lose values or are filled state their mark as a missing value. */
export function* outputSchema(
  part: Part,
  globals: readonly Attribute[],
  standing: Standing,
): Stepwise<OutputSchema> {
  const { schema } = part;
  const names = flatNames([
    schema.timeDimension,
    ...schema.variables.keys(),
    ...[...schema.variables.values()].flatMap(({ inner }) => inner.map(({ name }) => name)),
  ]);
  yield;
  const present = new Map<string, number>();
  for (const { variables: own } of part.surveys) {
    for (const { name } of own) present.set(name, (present.get(name) ?? 0) + 1);
    yield;
  }
  const variables: MergedVariable[] = [];
  const definitions: VariableDefinition[] = [];
  for (const variable of schema.variables.values()) {
    const isFilled = variable.perRecord && (present.get(variable.name) ?? 0) < part.surveys.length;
    const attributes = finishAttributes(variable, isFilled, standing, names);
    variables.push({ ...variable, attributes });
    definitions.push(definitionOf({ ...variable, attributes }, schema.timeDimension, names));
    yield;
  }
  return {
    definition: {
      version: 'auto',
      dimensions: dimensionsOf(part, variables, names),
      attributes: outputGlobals(globals),
      variables: definitions,
    },
    names,
    timeDimension: schema.timeDimension,
    perRecord: variables.filter(({ perRecord }) => perRecord),
    fixed: variables.filter(({ perRecord }) => !perRecord),
  };
}

/** Global attributes as an output has them: without groups in their names. */
export function outputGlobals(globals: readonly Attribute[]): Attribute[] {
  const names = flatNames(globals.map(({ name }) => name));
  return globals.map((attribute) => ({
    ...attribute,
    name: names.get(attribute.name) ?? attribute.name,
  }));
}

/** `history` with one line more. */
export function withHistory(globals: readonly Attribute[], line: string): Attribute[] {
  const before = textAttribute({ attributes: globals }, 'history');
  const value = before ? `${before}\n${line}` : line;
  const others = globals.filter(({ name }) => name !== 'history');
  return [...others, { name: 'history', type: 'char', value }];
}

/** Global attribute of a stream: what a reader should know, one line for each note. */
export const NOTES_ATTRIBUTE = 'isobar_notes';

/** Adds the notes as an attribute, because the reader of a stream gets no README with it. */
export function withNotes(schema: OutputSchema, notes: readonly string[]): OutputSchema {
  if (notes.length === 0) return schema;
  const { definition } = schema;
  const others = definition.attributes.filter(({ name }) => name !== NOTES_ATTRIBUTE);
  const told: Attribute = { name: NOTES_ATTRIBUTE, type: 'char', value: notes.join('\n') };
  return { ...schema, definition: { ...definition, attributes: [...others, told] } };
}

function definitionOf(
  variable: MergedVariable,
  timeDimension: string,
  names: ReadonlyMap<string, string>,
): VariableDefinition {
  const stored = (name: string) => names.get(name) ?? name;
  const inner = variable.inner.map(({ name }) => stored(name));
  return {
    name: stored(variable.name),
    type: variable.type,
    dimensions: variable.perRecord ? [stored(timeDimension), ...inner] : inner,
    attributes: variable.attributes,
  };
}

/**
 * Time first, then the others in the order in which variables use them; a dimension of length 0
 * cannot be kept.
 */
function dimensionsOf(
  part: Part,
  variables: readonly MergedVariable[],
  stored: ReadonlyMap<string, string>,
): DimensionDefinition[] {
  const { timeDimension, lengths } = part.schema;
  const names = new Set(variables.flatMap(({ inner }) => inner.map(({ name }) => name)));
  const time = stored.get(timeDimension) ?? timeDimension;
  return [
    ...(timeDimension === NO_DIMENSION
      ? []
      : [{ name: time, length: part.records, unlimited: true }]),
    ...[...names].map((name) => ({
      name: stored.get(name) ?? name,
      length: lengths.get(name) ?? 0,
      unlimited: false,
    })),
  ];
}

function finishAttributes(
  variable: MergedVariable,
  /** Whether some inputs lack the variable, so that it is filled there. */
  isFilled: boolean,
  { byName, fillers }: Standing,
  names: ReadonlyMap<string, string>,
): Attribute[] {
  let attributes = variable.attributes.map((attribute) =>
    referring(retyped(attribute, variable.type), variable.name, names),
  );
  if (isFilled) {
    attributes = stating(
      { ...variable, attributes },
      fillers.get(variable.name) ?? fillerOf(variable),
    );
  }
  const mark = byName.get(variable.name);
  if (mark !== undefined) attributes = stating({ ...variable, attributes }, mark);
  return attributes;
}

/** Keeps references of a variable in a group right when the groups are gone. */
function referring(
  attribute: Attribute,
  owner: string,
  names: ReadonlyMap<string, string>,
): Attribute {
  const { name, value } = attribute;
  if (!owner.includes('/') || !REFERRING.includes(name) || typeof value !== 'string')
    return attribute;
  const stored = value.replace(/[^\s,:]+/g, (word) => {
    const full = resolveName(owner, word, (known) => names.has(known));
    return full === undefined ? word : (names.get(full) ?? word);
  });
  return { ...attribute, value: stored };
}

/**
 * The fill value must have the type of its variable, which may have become a wider one; a missing
 * value that the type cannot hold stays as stated, since no value can equal it.
 */
export function retyped(attribute: Attribute, type: NcType): Attribute {
  const isFill = attribute.name === '_FillValue' || attribute.name === 'missing_value';
  if (!isFill || attribute.type === type || !isFixedType(type) || type === 'char') return attribute;
  const { value } = attribute;
  if (typeof value === 'string' || !isNumeric(value)) {
    const numbers = numbersAttribute({ attributes: [attribute] }, attribute.name);
    const isText = attribute.name === 'missing_value' || !numbers;
    return isText ? attribute : { ...attribute, type, value: convert(numbers, type) };
  }
  const isHeld = Array.from(numbersOf(value)).every((each) => holds(type, each));
  return isHeld ? { ...attribute, type, value: convert(value, type) } : attribute;
}

// Turns a merged schema into the definition of an output file: dimensions, attributes, what states missing values.
import { numbersAttribute, textAttribute } from '../attribute.ts';
import type { Definition, DimensionDefinition, VariableDefinition } from '../classic/layout.ts';
import type { Attribute, NcType } from '../dataset.ts';
import { convert, isFixedType, isNumeric } from '../element.ts';
import { fillerOf, MISSING, stating } from './missing.ts';
import type { Part } from './plan.ts';
import type { MergedVariable } from './schema.ts';

export interface OutputSchema {
  readonly definition: Definition;
  readonly timeDimension: string;
  readonly perRecord: readonly MergedVariable[];
  readonly fixed: readonly MergedVariable[];
}

/**
 * Names that are stored, by the names in the inputs: a name of a group ("group/name") becomes "group_name" since the
 * output has no groups.
 */
export function storedName(name: string): string {
  return name.replaceAll('/', '_');
}

/** `masked` are the variables that may lose values to a mask; they and filled ones state what stands for missing. */
export function outputSchema(
  part: Part,
  globals: readonly Attribute[],
  masked: ReadonlySet<string>,
): OutputSchema {
  const variables = [...part.schema.variables.values()].map((variable) => ({
    ...variable,
    attributes: finishAttributes(variable, part, masked),
  }));
  return {
    definition: {
      version: 'auto',
      dimensions: dimensionsOf(part, variables),
      attributes: globals.map((attribute) => ({ ...attribute, name: storedName(attribute.name) })),
      variables: variables.map((variable) => definitionOf(variable, part.schema.timeDimension)),
    },
    timeDimension: part.schema.timeDimension,
    perRecord: variables.filter(({ perRecord }) => perRecord),
    fixed: variables.filter(({ perRecord }) => !perRecord),
  };
}

/** `history` with one line more. */
export function withHistory(globals: readonly Attribute[], line: string): Attribute[] {
  const before = textAttribute({ attributes: globals }, 'history');
  const value = before ? `${before}\n${line}` : line;
  const others = globals.filter(({ name }) => name !== 'history');
  return [...others, { name: 'history', type: 'char', value }];
}

function definitionOf(variable: MergedVariable, timeDimension: string): VariableDefinition {
  const inner = variable.inner.map(({ name }) => storedName(name));
  return {
    name: storedName(variable.name),
    type: variable.type,
    dimensions: variable.perRecord ? [storedName(timeDimension), ...inner] : inner,
    attributes: variable.attributes,
  };
}

/** Time first, then the others in the order in which variables use them; a dimension of length 0 cannot be kept. */
function dimensionsOf(part: Part, variables: readonly MergedVariable[]): DimensionDefinition[] {
  const { timeDimension, lengths } = part.schema;
  const names = new Set(variables.flatMap(({ inner }) => inner.map(({ name }) => name)));
  return [
    { name: storedName(timeDimension), length: part.records, unlimited: true },
    ...[...names].map((name) => ({
      name: storedName(name),
      length: lengths.get(name) ?? 0,
      unlimited: false,
    })),
  ];
}

function finishAttributes(
  variable: MergedVariable,
  part: Part,
  masked: ReadonlySet<string>,
): Attribute[] {
  let attributes = variable.attributes.map((attribute) => retyped(attribute, variable.type));
  const isFilled =
    variable.perRecord &&
    part.surveys.some((survey) => !survey.variables.some(({ name }) => name === variable.name));
  if (isFilled) {
    attributes = stating({ ...variable, attributes }, fillerOf(variable));
  }
  if (masked.has(variable.name)) attributes = stating({ ...variable, attributes }, MISSING);
  return attributes;
}

/** The fill value must have the type of its variable, which may have become a wider one. */
function retyped(attribute: Attribute, type: NcType): Attribute {
  const isFill = attribute.name === '_FillValue' || attribute.name === 'missing_value';
  if (!isFill || attribute.type === type || !isFixedType(type) || type === 'char') return attribute;
  const { value } = attribute;
  if (typeof value === 'string' || !isNumeric(value)) {
    const numbers = numbersAttribute({ attributes: [attribute] }, attribute.name);
    const isText = attribute.name === 'missing_value' || !numbers;
    return isText ? attribute : { ...attribute, type, value: convert(numbers, type) };
  }
  return { ...attribute, type, value: convert(value, type) };
}

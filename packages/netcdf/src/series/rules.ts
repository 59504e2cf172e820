// How values of each meaning are shown: as stored, as measured where packing or missing values
// changed, or one size larger; pure.
import { findAttribute, numbersAttribute, textAttribute } from '../attribute.ts';
import type { Attribute, NcType } from '../dataset.ts';
import { arrayOf, type FixedType } from '../element.ts';
import { resolveName } from '../job/group-names.ts';
import { MISSING, STATING_MISSING } from '../job/missing.ts';
import { REFERRING } from '../job/select.ts';
import type { FileVariable } from '../job/survey.ts';
import { putNumber } from '../numeric-array.ts';
import { signChange, unpackingOf } from '../packing.ts';
import type { Meaning } from './meanings.ts';
import { type FileShape, LIMITS, PACKING, type ShapeVariable } from './shape.ts';

/**
 * - `stored`: the values as they are, and what the attributes say of them;
 * - `clock`: seconds since 1970-01-01 UTC, NaN where there is no time;
 * - `measured`: unpacked, NaN where the file states or means a missing value;
 * - `wider`: stored integers in a larger type, which has room for a missing value.
 */
export type Showing =
  | { readonly as: 'stored' | 'clock' }
  | { readonly as: 'measured'; readonly type: 'float' | 'double' }
  | { readonly as: 'wider'; readonly type: 'short' | 'int' | 'double' };

const STORED: Showing = { as: 'stored' };

/** How each meaning is shown, by its name in the series. */
export function showings(
  meanings: ReadonlyMap<FileShape, ReadonlyMap<string, Meaning>>,
): Map<string, Showing> {
  const members = new Map<string, Set<ShapeVariable>>();
  for (const own of meanings.values())
    for (const { name, variable } of own.values())
      members.set(name, (members.get(name) ?? new Set()).add(variable));
  return new Map([...members].map(([name, of]) => [name, showingOf([...of])]));
}

function showingOf(members: readonly ShapeVariable[]): Showing {
  if (members.some(({ countsTime }) => countsTime)) return { as: 'clock' };
  if (members.some(({ type }) => type === 'char')) return STORED;
  const signs = members.some((each) => signChange(each) !== undefined);
  const types = new Set(members.map(({ type }) => type));
  const isAlike =
    allEqual(members.map(packingText)) && statesAlike(members) && !(signs && types.size > 1);
  return isAlike ? STORED : { as: 'measured', type: measuredType(members) };
}

const allEqual = (texts: readonly string[]): boolean => new Set(texts).size <= 1;

const packingText = (variable: ShapeVariable): string =>
  [
    ...PACKING.slice(0, 2).map((name) => numbersAttribute(variable, name)?.join() ?? ''),
    signChange(variable) ? textAttribute(variable, '_Unsigned') : '',
  ].join('|');

/** The numbers that an attribute states; those of 64 bits with all of their digits. */
function statedText(variable: ShapeVariable, name: string): string | undefined {
  const value = findAttribute(variable, name)?.value;
  const isBig = value instanceof BigInt64Array || value instanceof BigUint64Array;
  return isBig ? value.join() : numbersAttribute(variable, name)?.join();
}

/** Whether the same numbers are missing in all of them; -9999 is where nothing is stated. */
function statesAlike(members: readonly ShapeVariable[]): boolean {
  const each = STATING_MISSING.map((name) =>
    members.flatMap((variable) => statedText(variable, name) ?? []),
  );
  if (!each.every(allEqual)) return false;
  const all = members.map((variable) => {
    const stated = STATING_MISSING.flatMap((name) => statedText(variable, name)?.split(',') ?? []);
    const meant = stated.length === 0 && !unpackingOf(variable) ? [String(MISSING)] : stated;
    return [...new Set(meant)].sort().join();
  });
  return allEqual(all);
}

function measuredType(members: readonly ShapeVariable[]): 'float' | 'double' {
  const isSingle = (variable: ShapeVariable) => {
    const unpacking = unpackingOf(variable);
    return unpacking ? unpacking.isSingle : variable.type === 'float';
  };
  return members.every(isSingle) ? 'float' : 'double';
}

/** Larger types with a value that stands for missing ones in them. */
const WIDER: Partial<Record<NcType, Showing>> = {
  byte: { as: 'wider', type: 'short' },
  ubyte: { as: 'wider', type: 'short' },
  short: { as: 'wider', type: 'int' },
  ushort: { as: 'wider', type: 'int' },
  int: { as: 'wider', type: 'double' },
  uint: { as: 'wider', type: 'double' },
};
const FREE = { short: -32768, int: -2147483648, double: Number.NaN } as const;

/**
 * How integers without a missing value are shown where one is needed; undefined: integers of 64
 * bits have no larger type.
 */
export function widerThan(variable: FileVariable): Showing | undefined {
  const wider = WIDER[variable.type];
  if (!wider) return undefined;
  const isPacked = unpackingOf(variable) !== undefined;
  const isSigned = signChange(variable) !== undefined;
  const isMeasured = isSigned || (isPacked && wider.as === 'wider' && wider.type === 'double');
  return isMeasured ? { as: 'measured', type: 'double' } : wider;
}

export const CLOCK_UNITS = 'seconds since 1970-01-01 00:00:00';

/** The variable as the series has it. */
export function shown(
  { variable, name, inner }: Meaning,
  showing: Showing,
  own: ReadonlyMap<string, Meaning>,
): FileVariable {
  const attributes = variable.attributes.map((each) => referring(each, variable.name, own));
  const { hasTime } = variable;
  switch (showing.as) {
    case 'stored':
      return { name, type: variable.type, hasTime, inner, attributes };
    case 'clock':
      return { name, type: 'double', hasTime, inner, attributes: clock(attributes, name) };
    case 'measured':
      return {
        name,
        type: showing.type,
        hasTime,
        inner,
        attributes: measured(attributes, showing),
      };
    case 'wider': {
      const others = attributes.filter((each) => !STATING_MISSING.includes(each.name));
      const fill = fillOf(showing.type, FREE[showing.type]);
      return { name, type: showing.type, hasTime, inner, attributes: [...others, fill] };
    }
  }
}

const fillOf = (type: FixedType, value: number): Attribute => {
  const values = new (arrayOf(type))(1);
  putNumber(values, 0, value);
  return { name: '_FillValue', type, value: values };
};

function clock(attributes: readonly Attribute[], name: string): Attribute[] {
  const made = [
    { name: 'units', type: 'char' as const, value: CLOCK_UNITS },
    { name: 'calendar', type: 'char' as const, value: 'standard' },
  ];
  const isAxis = name === 'time';
  const standard = { name: 'standard_name', type: 'char' as const, value: 'time' };
  const others = attributes.filter((each) => !isAxis || each.name !== 'standard_name');
  return [...others, ...made, ...(isAxis ? [standard] : [fillOf('double', Number.NaN)])];
}

const measured = (
  attributes: readonly Attribute[],
  { type }: { readonly type: 'float' | 'double' },
): Attribute[] => [
  ...attributes.filter(({ name }) => ![...PACKING, ...STATING_MISSING, ...LIMITS].includes(name)),
  fillOf(type, Number.NaN),
];

/** Names of other variables become those that these have in the series. */
function referring(
  attribute: Attribute,
  owner: string,
  own: ReadonlyMap<string, Meaning>,
): Attribute {
  const { name, value } = attribute;
  if (!REFERRING.includes(name) || typeof value !== 'string') return attribute;
  const named = value.replace(/[^\s,:]+/g, (word) => {
    const full = resolveName(owner, word, (known) => own.has(known));
    const other = full === undefined ? undefined : own.get(full)?.name;
    return other === undefined || other === full ? word : other;
  });
  return named === value ? attribute : { ...attribute, value: named };
}

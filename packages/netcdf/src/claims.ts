// What a file claims to hold is checked before memory or disk is spent on it: a header is cheap and
// may say anything.
import { type Dataset, elementCount, type NcType, type Variable } from './dataset.ts';
import { elementBytes, isFixedType } from './element.ts';
import { NetcdfError } from './netcdf-error.ts';

/** Most bytes of values that one call may read. */
const LARGEST_READ = 512 * 2 ** 20;
/** One row of a variable is the least that can be read of it. */
const LARGEST_ROW = 128 * 2 ** 20;
/** The rows of all variables for one time. */
const LARGEST_RECORD = 384 * 2 ** 20;
/** The size assumed for a text, which is stored elsewhere. */
const TEXT_BYTES = 16;

export const valueBytes = (type: NcType): number =>
  isFixedType(type) ? elementBytes(type) : TEXT_BYTES;

/** Throws `unsupported` for more than fits into memory. */
export function checkRead(name: string, bytes: number): void {
  if (bytes <= LARGEST_READ) return;
  throw new NetcdfError('unsupported', `Values of "${name}" claim ${inWords(bytes)} at once.`);
}

/** Why a variable is too much for a job; undefined: it is not. */
export function tooLarge({ type, shape }: Variable): string | undefined {
  const row = elementCount(shape.slice(1)) * valueBytes(type);
  return row > LARGEST_ROW ? `one row of it claims ${inWords(row)}` : undefined;
}

export interface Claim {
  readonly name: string;
  /** Bytes of one record, or of the whole variable when it has no records. */
  readonly bytes: number;
  readonly perRecord: boolean;
}

/**
 * Throws `unsupported` when one record of an input is larger than can be carried along, or all its
 * values are more than a job may make.
 */
export function weigh(claims: readonly Claim[], records: number, maximum: number): void {
  const total = (claim: Claim) => claim.bytes * (claim.perRecord ? records : 1);
  const record = claims.reduce((sum, claim) => sum + (claim.perRecord ? claim.bytes : 0), 0);
  if (record > LARGEST_RECORD)
    throw new NetcdfError('unsupported', `Its values claim ${inWords(record)} for each time.`);
  const all = claims.reduce((sum, claim) => sum + total(claim), 0);
  if (all <= maximum) return;
  const [most] = [...claims].sort((a, b) => total(b) - total(a));
  const alone = most ? ` (${most.name} alone ${inWords(total(most))})` : '';
  throw new NetcdfError(
    'unsupported',
    `Its values claim ${inWords(all)}${alone}, more than the ${inWords(maximum)} that may be made.`,
  );
}

/** More attributes than any real file has; each of them is kept in memory. */
const MOST_ATTRIBUTES = 100_000;

/** Throws `unsupported`. */
export function checkAttributes(of: Pick<Dataset, 'attributes' | 'variables'>): void {
  const count = of.variables.reduce(
    (sum, { attributes }) => sum + attributes.length,
    of.attributes.length,
  );
  if (count > MOST_ATTRIBUTES)
    throw new NetcdfError('unsupported', `The file has ${count} attributes.`);
}

export function inWords(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'];
  let amount = bytes;
  let unit = 0;
  for (; amount >= 1000 && unit < units.length - 1; unit++) amount /= 1000;
  return `${Number(amount.toPrecision(3))} ${units[unit]}`;
}

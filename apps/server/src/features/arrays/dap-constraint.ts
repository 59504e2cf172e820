// Constraints of DAP2: which variables, and of each which part. Pure.
import { Problem } from '@isobar/contract/problem.ts';
import { bytesAbove, roundBytes } from '@isobar/contract/size.ts';
import { type DescribedVariable, dimensionsOf } from '../../core/series/description.ts';
import type { NeededChunk } from './budget.ts';
import { bytesOfChunk } from './description.ts';
import { elementOf } from './elements.ts';
import { shapeOf } from './zarr.ts';

/** Indices start, start + stride … along one dimension, `count` of them. */
export interface Slice {
  readonly start: number;
  readonly stride: number;
  readonly count: number;
}

export interface Pick {
  readonly variable: DescribedVariable;
  /** One for each dimension. */
  readonly slices: readonly Slice[];
}

/** Bytes of values in one answer. */
export const MOST_ANSWER_BYTES = 2e8;
/** Characters of a constraint: readers name all small variables of an array in one. */
const LONGEST = 60_000;

type Typed = { readonly [K in 'type' | 'attributes']: DescribedVariable[K] };

/**
 * The type of a variable in DAP2. Signed bytes whose bits mean unsigned numbers are the bytes of
 * DAP2, which have no sign.
 */
export const dapTypeOf = (variable: Typed): string | undefined =>
  isUnsignedByte(variable) ? 'Byte' : elementOf(variable.type).dap;

export const isUnsignedByte = ({ type, attributes }: Typed): boolean =>
  type === 'byte' &&
  attributes.some(({ name, value }) => name === '_Unsigned' && String(value).trim() === 'true');

/** Why DAP2 cannot hold a variable; undefined: it can. */
function reasonAgainst(variable: DescribedVariable): string | undefined {
  const { inner } = variable;
  if (dapTypeOf(variable) === undefined) return 'DAP2 has no integers of 64 bits';
  return inner.every(({ length }) => length > 0) ? undefined : 'a dimension has no length';
}

export const isInDap = (variable: DescribedVariable): boolean =>
  reasonAgainst(variable) === undefined;

/** What an array has by Zarr alone, as sentences. */
export function notesOfDap(variables: readonly DescribedVariable[]): string[] {
  const names = new Map<string, string[]>();
  for (const variable of variables) {
    const reason = reasonAgainst(variable);
    if (reason !== undefined) names.set(reason, [...(names.get(reason) ?? []), variable.name]);
  }
  return [...names].map(([reason, of]) => `Read by Zarr alone, since ${reason}: ${of.join(', ')}.`);
}

/**
 * `V[start:stride:stop][…]`, comma-separated; '' for everything. Ends are included. Throws Problem
 * 'bad-request' for what is no constraint, 'not-found' for an unknown variable, and 'too-large' for
 * too many bytes.
 */
export function readConstraint(
  text: string,
  variables: readonly DescribedVariable[],
  rows: number,
): Pick[] {
  if (text.length > LONGEST) throw wrong(`A constraint has at most ${LONGEST} characters.`);
  const [projection = '', ...selections] = text.split('&').map((part) => part.trim());
  if (selections.some((selection) => selection !== ''))
    throw wrong('Selections (&) are for sequences, of which there are none. Use ranges: V[0:1:9].');
  if (projection.includes('('))
    throw wrong('There are no functions. Name variables and ranges: V[0:1:9].');
  if (projection === '') return variables.filter(isInDap).map((variable) => whole(variable, rows));
  const known = new Map(variables.map((variable) => [variable.name, variable]));
  const picks = new Map<string, Pick>();
  for (const one of projection.split(',')) {
    const pick = readPick(one.trim(), known, rows);
    const { name } = pick.variable;
    if (picks.has(name))
      throw wrong(`${name} is named twice. Ask for one range of a variable at a time.`);
    picks.set(name, pick);
  }
  return [...picks.values()];
}

function readPick(
  text: string,
  variables: ReadonlyMap<string, DescribedVariable>,
  rows: number,
): Pick {
  const [, name = '', ranges = ''] = /^([^[\]]{1,300})((?:\[[\d:\s]{1,60}\])*)$/.exec(text) ?? [];
  if (name === '') throw wrong(`"${text.slice(0, 80)}" is no constraint like V[0:1:9].`);
  const variable = variables.get(name);
  if (!variable) throw new Problem('not-found', `There is no variable ${name}.`);
  const reason = reasonAgainst(variable);
  if (reason !== undefined)
    throw new Problem('not-found', `${name} is read by Zarr alone, since ${reason}.`);
  const shape = shapeOf(variable, rows);
  const given = [...ranges.matchAll(/\[([^\]]*)\]/g)].map(([, range = '']) => range);
  if (given.length === 0) return whole(variable, rows);
  if (given.length !== shape.length)
    throw wrong(
      shape.length === 0
        ? `${name} is one value, and takes no range.`
        : `${name} takes no range or one for each of its dimensions (${dimensionsOf(variable).join(', ')}), not ${given.length}.`,
    );
  const slices = given.map((range, dimension) => readSlice(range, shape[dimension] ?? 0, name));
  return { variable, slices };
}

const whole = (variable: DescribedVariable, rows: number): Pick => ({
  variable,
  slices: shapeOf(variable, rows).map((count) => ({ start: 0, stride: 1, count })),
});

function readSlice(range: string, length: number, name: string): Slice {
  const parts = range.split(':').map((part) => part.trim());
  if (parts.length > 3 || !parts.every((part) => /^\d{1,12}$/.test(part)))
    throw wrong(`[${range}] of ${name} is no range like [0:1:9].`);
  const numbers = parts.map(Number);
  const [start = 0] = numbers;
  const stop = numbers.at(-1) ?? start;
  const stride = numbers.length === 3 ? (numbers[1] ?? 1) : 1;
  const of = `[${range}] of ${name}`;
  if (stride < 1) throw wrong(`${of} has a stride of 0; it is at least 1.`);
  if (stop < start) throw wrong(`${of} ends before it begins.`);
  if (stop >= length)
    throw wrong(`${of} ends after the last of ${length} values, which is ${length - 1}.`);
  return { start, stride, count: Math.floor((stop - start) / stride) + 1 };
}

const wrong = (message: string): Problem => new Problem('bad-request', message);

export const valuesIn = ({ slices }: Pick): number =>
  slices.reduce((product, { count }) => product * count, 1);

/**
 * Bytes of one value as DAP2 sends it: bytes as they are in arrays, everything smaller than an
 * integer as one.
 */
export const sentBytes = ({ variable }: Pick): number => {
  const dap = dapTypeOf(variable);
  if (dap === 'Byte') return 1;
  return dap === 'Float64' ? 8 : 4;
};

/**
 * Rows of one chunk that a pick has, in the numbers of the whole array; a variable without rows has
 * one chunk and the row 0.
 */
export interface PickedRows {
  readonly chunk: number;
  /** The first row of the chunk. */
  readonly from: number;
  /** start, start + stride …, `count` of them. */
  readonly rows: Slice;
}

/** In the order of the rows; chunks without any are passed over. */
export function* chunksOf({ variable, slices }: Pick): Generator<PickedRows> {
  const [time] = slices;
  const { perRecord, chunkRows } = variable;
  if (!perRecord || !time) {
    yield { chunk: 0, from: 0, rows: { start: 0, stride: 1, count: 1 } };
    return;
  }
  const { stride } = time;
  for (let done = 0; done < time.count; ) {
    const start = time.start + done * stride;
    const chunk = Math.floor(start / chunkRows);
    const left = Math.ceil(((chunk + 1) * chunkRows - start) / stride);
    const count = Math.min(left, time.count - done);
    yield { chunk, from: chunk * chunkRows, rows: { start, stride, count } };
    done += count;
  }
}

const chunkCount = ({ variable: { perRecord, chunkRows }, slices: [time] }: Pick): number => {
  if (!perRecord || !time) return 1;
  const last = time.start + (time.count - 1) * time.stride;
  const chunks = Math.floor(last / chunkRows) - Math.floor(time.start / chunkRows) + 1;
  return Math.min(chunks, time.count);
};

/**
 * Chunks of one answer that are counted one by one; of an answer that needs more the others count
 * whole.
 */
const MOST_APART = 256;

/**
 * What has to be read for an answer, and what of it is sent. `under`: what the keys of the chunks
 * begin with.
 */
export function neededFor(picks: readonly Pick[], under: string): NeededChunk[] {
  const needed: NeededChunk[] = [];
  let left = MOST_APART;
  for (const pick of picks) {
    const { variable, slices } = pick;
    const bytes = bytesOfChunk(variable);
    const chunks = chunkCount(pick);
    left -= chunks;
    if (left < 0) {
      needed.push({ bytes: chunks * bytes });
      continue;
    }
    const inner = valuesIn({ variable, slices: slices.slice(variable.perRecord ? 1 : 0) });
    for (const { chunk, rows } of chunksOf(pick)) {
      const sent = rows.count * inner * sentBytes(pick);
      needed.push({ bytes, part: { key: `${under} ${variable.name} ${chunk}`, sent } });
    }
  }
  return needed;
}

/** Throws Problem 'too-large', before anything is read. */
export function checkSize(picks: readonly Pick[]): void {
  const bytes = picks.reduce((sum, pick) => sum + valuesIn(pick) * sentBytes(pick), 0);
  if (bytes <= MOST_ANSWER_BYTES) return;
  throw new Problem(
    'too-large',
    `These are ${bytesAbove(bytes, MOST_ANSWER_BYTES)}; one answer has at most ${roundBytes(MOST_ANSWER_BYTES)}. Ask for fewer variables or rows at a time${picks.slice(0, 1).map(lessOf).join('')}.`,
  );
}

/** A part of a pick that one answer may have, as a clause of a sentence. */
function lessOf(pick: Pick): string {
  const [first, ...others] = pick.slices;
  if (!first) return '';
  const perRow = (valuesIn(pick) / first.count) * sentBytes(pick);
  const most = Math.floor(MOST_ANSWER_BYTES / perRow);
  if (most < 1) return '';
  const ranges = [{ ...first, count: Math.min(first.count, 10 ** Math.floor(Math.log10(most))) }]
    .concat(others)
    .map(({ start, stride, count }) => `[${start}:${stride}:${start + (count - 1) * stride}]`);
  return `, such as ${pick.variable.name}${ranges.join('')}`;
}

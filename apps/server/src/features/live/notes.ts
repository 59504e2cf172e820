// What a live data call says of parameters that it does not know. Pure.
import type { Parameters } from './parameters.ts';
import { wrong } from './wrong.ts';

/** What scripts of other archives write. */
const OTHERWISE: Readonly<Record<string, string>> = {
  datastream: 'ds',
  format: 'wt',
  token: 'user',
  begin: 'start',
  startdate: 'start',
  starttime: 'start',
  stop: 'end',
  enddate: 'end',
  endtime: 'end',
  filename: 'file',
};

/**
 * A sentence about each unknown parameter. Throws 'bad-request' for one that is probably a misspelt
 * known parameter: to ignore that would answer a different question.
 */
export function notesOnOthers(parameters: Parameters, known: readonly string[]): string[] {
  const others = Object.keys(parameters).filter((name) => !known.includes(name));
  for (const name of others) {
    const meant = meantBy(name, known);
    if (meant !== undefined && !Object.hasOwn(parameters, meant))
      throw wrong(name.slice(0, 40), `is not known here: write ${meant}`);
  }
  const named = others.slice(0, 5).map((name) => name.slice(0, 40));
  const listed = `${named.join(', ')}${others.length > 5 ? `, and ${others.length - 5} more` : ''}`;
  return others.length === 0
    ? []
    : [`passed over, since nothing here is called so: ${listed} (known: ${known.join(', ')})`];
}

/** The known name that differs only in case, dashes, a final 's' or a single letter. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  if (Object.hasOwn(OTHERWISE, plain)) return known.find((one) => one === OTHERWISE[plain]);
  return known.find((one) => plain === one || (one.length > 2 && isNear(plain, one)));
}

function isNear(text: string, other: string): boolean {
  if (Math.abs(text.length - other.length) > 1) return false;
  let start = 0;
  while (start < text.length && text[start] === other[start]) start += 1;
  let end = 0;
  const shorter = Math.min(text.length, other.length) - start;
  while (end < shorter && text.at(-1 - end) === other.at(-1 - end)) end += 1;
  const left = text.slice(start, text.length - end);
  const right = other.slice(start, other.length - end);
  const isTurned = left.length === 2 && left === [...right].reverse().join('');
  return isTurned || (left.length <= 1 && right.length <= 1);
}

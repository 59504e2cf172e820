// Names and texts that a table gives to a dataset.
import type { Attribute } from '../dataset.ts';

export const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });

/** A name that NetCDF allows and that is not in use. */
export function freeName(wanted: string, taken: Set<string>): string {
  const plain = wanted.replace(/[\p{Cc}/\\"'\s]+/gu, '_').slice(0, 100) || 'unnamed';
  let free = plain;
  for (let n = 2; taken.has(free); n++) free = `${plain}_${n}`;
  taken.add(free);
  return free;
}

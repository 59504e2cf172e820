// Notes on what some inputs of a part lack, variables and stated missing values: one line for each
// fact, with the inputs it spans.
import { numbersAttribute } from '../attribute.ts';
import { STATING_MISSING } from './missing.ts';
import type { Schema } from './schema.ts';
import type { FileVariable, Survey } from './survey.ts';

export interface LackingNotes {
  /** Values that only some inputs state as missing. */
  readonly stated: readonly string[];
  /** Variables that only some inputs have. */
  readonly absent: readonly string[];
}

/** Of the inputs of one part in their order; `schema` is their merged one. */
export function lackingNotes(surveys: readonly Survey[], schema: Schema): LackingNotes {
  const seen = new Map<string, Seen>();
  for (const [index, survey] of surveys.entries())
    for (const variable of survey.variables) {
      const found: Seen = seen.get(variable.name) ?? { at: [], statedAt: new Map() };
      seen.set(variable.name, found);
      found.at.push(index);
      for (const value of statedBy(variable)) {
        const at = found.statedAt.get(value);
        if (at) at.push(index);
        else found.statedAt.set(value, [index]);
      }
    }
  const stated: string[] = [];
  const [before, within]: [string[], string[]] = [[], []];
  for (const { name, perRecord } of schema.variables.values()) {
    const found = seen.get(name);
    if (!found) continue;
    stated.push(...statedNotes(name, found, surveys));
    const lacking = lacks(found.at, surveys.length);
    if (!perRecord || lacking.length === 0) continue;
    const first = surveys[lacking.length];
    if (first && lacking.at(-1) === lacking.length - 1)
      before.push(`${name} is missing before ${first.name}; filled there`);
    else within.push(`${name} is missing in ${spanOf(lacking, surveys)}; filled there`);
  }
  return { stated, absent: [...before, ...within] };
}

interface Seen {
  /** Indices of the inputs that have the variable, in ascending order. */
  readonly at: number[];
  /** The same for each value that is stated as missing. */
  readonly statedAt: Map<number, number[]>;
}

function statedNotes(name: string, found: Seen, surveys: readonly Survey[]): string[] {
  const notes = new Map<string, number[]>();
  for (const [value, at] of found.statedAt) {
    const stating = new Set(at);
    const lacking = found.at.filter((index) => !stating.has(index));
    const [first = 0] = at;
    if (lacking.length === 0) continue;
    const said = lacking.every((index) => index < first)
      ? `is stated as missing from ${surveys[first]?.name} on, and now is in all of the file`
      : `is not stated as missing in ${spanOf(lacking, surveys)}, and is in all of the file`;
    notes.set(said, [...(notes.get(said) ?? []), value]);
  }
  return [...notes].map(([said, values]) => `${name}: ${values.join(' and ')} ${said}`);
}

const statedValues = new WeakMap<FileVariable, ReadonlySet<number>>();

function statedBy(variable: FileVariable): ReadonlySet<number> {
  const known = statedValues.get(variable);
  if (known) return known;
  const made = new Set(STATING_MISSING.flatMap((name) => numbersAttribute(variable, name) ?? []));
  statedValues.set(variable, made);
  return made;
}

/** Indices below `count` that are not in the ascending list. */
function lacks(at: readonly number[], count: number): number[] {
  if (at.length === count) return [];
  const present = new Set(at);
  return Array.from({ length: count }, (_, index) => index).filter((index) => !present.has(index));
}

function spanOf(indices: readonly number[], surveys: readonly Survey[]): string {
  const [first = '', last = ''] = [indices[0], indices.at(-1)].map(
    (index) => surveys[index ?? 0]?.name,
  );
  return indices.length === 1 ? first : `${indices.length} inputs from ${first} to ${last}`;
}

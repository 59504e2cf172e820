// The results of all units of an order: each file with a unique name, what is missing, what was
// empty. Pure.
import type { Missing } from '../order.ts';
import {
  type CheckedInput,
  DamagedPlan,
  lostInputs,
  type MadeFile,
  type Plan,
  treatmentOf,
  type UnitResult,
} from './plan.ts';

export interface GatheredFile extends MadeFile {
  readonly unit: number;
}

export interface Gathered {
  readonly files: readonly GatheredFile[];
  readonly missing: readonly Missing[];
  readonly empty: readonly string[];
}

/** `results` in the order of the plan's units. */
export function gather(
  plan: Plan,
  results: readonly UnitResult[],
  checked: ReadonlyMap<number, CheckedInput>,
): Gathered {
  const files: GatheredFile[] = [];
  const missing = lostInputs(plan, checked);
  const told = new Set(missing.map((lost) => `${lost.file} ${lost.reason}`));
  const empty = new Set<string>();
  const taken = new Set<string>(RESERVED);
  for (const [n, unit] of plan.units.entries()) {
    const result = results[n];
    if (!result) throw new DamagedPlan(`Unit ${n} of the plan has no result.`);
    for (const lost of result.missing) {
      const key = `${lost.file} ${lost.reason}`; // listed once, even for two requested formats
      if (!told.has(key)) missing.push(lost);
      told.add(key);
    }
    for (const file of result.empty) empty.add(file);
    const { datastream } = treatmentOf(plan, unit);
    for (const file of result.files) {
      const name = unusedName(printable(file.name), printable(datastream), taken);
      taken.add(name);
      files.push({ ...file, name, unit: n });
    }
  }
  return { files, missing, empty: [...empty] };
}

/** Names that are reserved for the documents. */
const RESERVED = [
  'README.txt',
  'CITATION.cff',
  'CITATION.txt',
  'LICENSE.txt',
  'quality-reports.json',
  'recipe.json',
  'ro-crate-metadata.json',
  'SHA256SUMS',
  'index.html',
  'index.json',
  'all.zip',
  'helper.sh',
  'helper.py',
  'transfer.txt',
] as const;

/**
 * Names from foreign archives may contain anything; names in a delivery appear in lists, scripts
 * and addresses.
 */
const printable = (name: string): string => name.replace(/\p{Cc}/gu, '_').trim();

function unusedName(name: string, datastream: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  let free = `${datastream}/${name}`;
  for (let n = 2; taken.has(free); n++) free = `${datastream}-${n}/${name}`;
  return free;
}

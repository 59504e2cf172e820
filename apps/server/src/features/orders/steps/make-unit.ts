// Makes one unit of a plan, whatever it is.
import { copyUnit } from './copy-unit.ts';
import { extractUnit } from './extract-unit.ts';
import { gridUnit } from './grid-unit.ts';
import { oneFileUnit } from './one-file-unit.ts';
import type { UnitResult } from './plan.ts';
import type { UnitInput } from './unit-input.ts';

export async function makeUnit(input: UnitInput): Promise<UnitResult> {
  const { unit, plan } = input;
  if (unit.make === 'copy') return await copyUnit(input);
  const how = plan.treatments[unit.treatment];
  if (how?.grid) return await gridUnit(input);
  return how?.oneFile ? await oneFileUnit(input) : await extractUnit(input);
}

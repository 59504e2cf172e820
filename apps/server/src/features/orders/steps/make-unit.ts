// Makes one unit of a plan, whatever it is.
import { copyUnit } from './copy-unit.ts';
import { extractUnit } from './extract-unit.ts';
import { gridUnit } from './grid-unit.ts';
import type { UnitResult } from './plan.ts';
import type { UnitInput } from './unit-input.ts';

export async function makeUnit(input: UnitInput): Promise<UnitResult> {
  const { unit, plan } = input;
  if (unit.make === 'copy') return await copyUnit(input);
  return plan.treatments[unit.treatment]?.grid ? await gridUnit(input) : await extractUnit(input);
}

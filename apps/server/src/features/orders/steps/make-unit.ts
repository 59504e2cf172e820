// Makes one unit of a plan, whatever it is.
import { copyUnit } from './copy-unit.ts';
import { extractUnit } from './extract-unit.ts';
import type { UnitResult } from './plan.ts';
import type { UnitInput } from './unit-input.ts';

export const makeUnit = (input: UnitInput): Promise<UnitResult> =>
  input.unit.make === 'copy' ? copyUnit(input) : extractUnit(input);

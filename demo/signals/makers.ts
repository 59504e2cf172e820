// All signals that design tables may name.
import type { SignalMaker } from '../signal-text.ts';
import { constants } from './constants.ts';
import { radiation } from './radiation.ts';
import { sounding } from './sounding.ts';
import { surface } from './surface.ts';

export const MAKERS: Readonly<Record<string, SignalMaker>> = {
  ...constants,
  ...surface,
  ...radiation,
  ...sounding,
};

// All signals that design tables may name.
import type { SignalMaker } from '../signal-text.ts';
import { aerosols } from './aerosols.ts';
import { clouds } from './clouds.ts';
import { constants } from './constants.ts';
import { drops } from './drops.ts';
import { fluxes } from './fluxes.ts';
import { profiles } from './profiles.ts';
import { radiation } from './radiation.ts';
import { scanning } from './scanning.ts';
import { sounding } from './sounding.ts';
import { surface } from './surface.ts';

export const MAKERS: Readonly<Record<string, SignalMaker>> = {
  ...constants,
  ...surface,
  ...radiation,
  ...sounding,
  ...clouds,
  ...scanning,
  ...profiles,
  ...fluxes,
  ...aerosols,
  ...drops,
};

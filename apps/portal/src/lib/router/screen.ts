// A screen, which is loaded when it is opened, and kept.
import type { ComponentType } from 'react';
import { type Part, part } from '../../loading/load.ts';

export type Screen = Part<ComponentType>;

/**
 * `screen(() => import('./x-screen.tsx'), 'XScreen')`. What could not be loaded is fetched again at
 * the next try.
 */
export const screen = <N extends string>(
  from: () => Promise<{ readonly [K in N]: ComponentType }>,
  name: N,
): Screen => part(async () => (await from())[name]);

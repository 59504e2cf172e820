// The colours of the maps in both themes (look.md), as a canvas needs them.
import type { MarkKind } from '../../lib/places/sites.ts';
import type { Theme } from '../../lib/theme.ts';

type Hex = `#${string}`;

export type MapColours = {
  readonly sea: Hex;
  readonly land: Hex;
  readonly coast: Hex;
  readonly river: Hex;
  readonly graticule: Hex;
  readonly ink: Hex;
  readonly accent: Hex;
  readonly surface: Hex;
  readonly halo: Hex;
  /** Over what has night now. */
  readonly night: Hex;
  readonly marks: Readonly<Record<MarkKind, Hex>>;
};

export const MAP_COLOURS: Readonly<Record<Theme, MapColours>> = {
  light: {
    sea: '#dfe8eb',
    land: '#fbfbf9',
    coast: '#93a5ae',
    river: '#bccbd2',
    graticule: '#c9d5da',
    ink: '#16222a',
    accent: '#0b5c7a',
    surface: '#ffffff',
    halo: '#ffffff',
    night: '#16222a1a',
    marks: { site: '#0b5c7a', mobile: '#b4480f', inactive: '#5d6b75', other: '#6a4c93' },
  },
  dark: {
    sea: '#0a1115',
    land: '#1f2d35',
    coast: '#4c626e',
    river: '#334650',
    graticule: '#1b282f',
    ink: '#e4ebee',
    accent: '#7cc6de',
    surface: '#121b21',
    halo: '#0a1115',
    night: '#00000059',
    marks: { site: '#7cc6de', mobile: '#f59a5b', inactive: '#93a3ad', other: '#c3a6e8' },
  },
};

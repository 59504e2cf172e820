// The marks of the maps and their legend: static pictures, one of each kind and theme.
import type { MarkKind } from '../../lib/places/sites.ts';
import type { Theme } from '../../lib/theme.ts';
import inactiveDark from './marks/inactive-dark.svg';
import inactiveLight from './marks/inactive-light.svg';
import mobileDark from './marks/mobile-dark.svg';
import mobileLight from './marks/mobile-light.svg';
import otherDark from './marks/other-dark.svg';
import otherLight from './marks/other-light.svg';
import siteDark from './marks/site-dark.svg';
import siteLight from './marks/site-light.svg';

export const MARK_KINDS = ['site', 'mobile', 'inactive', 'other'] as const satisfies MarkKind[];

/** Addresses of the pictures; each is 40 pixels square, drawn for 20. */
const PICTURES: Readonly<Record<Theme, Readonly<Record<MarkKind, string>>>> = {
  light: { site: siteLight, mobile: mobileLight, inactive: inactiveLight, other: otherLight },
  dark: { site: siteDark, mobile: mobileDark, inactive: inactiveDark, other: otherDark },
};

export const markPicture = (kind: MarkKind, theme: Theme): string => PICTURES[theme][kind];

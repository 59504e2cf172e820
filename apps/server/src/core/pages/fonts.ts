// The portal's own fonts, where it is built; their names in its folder carry a hash.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';

const ASSETS = fileURLToPath(new URL('../../../../portal/dist/assets', import.meta.url));

const FONTS = [
  {
    family: 'Source Sans 3 Variable',
    weight: '200 900',
    isFirst: true,
    start: 'source-sans-3-latin-wght-normal',
  },
  {
    family: 'Source Serif 4 Variable',
    weight: '200 900',
    isFirst: true,
    start: 'source-serif-4-latin-wght-normal',
  },
  {
    family: 'IBM Plex Mono',
    weight: '400',
    isFirst: false,
    start: 'ibm-plex-mono-latin-400-normal',
  },
] as const;

const files = existsSync(ASSETS) ? readdirSync(ASSETS) : [];

/**
 * `isFirst`: a font of texts or titles, by which lines break; pages ask for it before their style
 * sheet does.
 */
export const PAGE_FONTS = FONTS.flatMap(({ start, ...font }) => {
  const file = files.find((name) => name.startsWith(start) && name.endsWith('.woff2'));
  return file ? [{ ...font, address: `${SERVICE_PATHS.portal}assets/${file}` }] : [];
});

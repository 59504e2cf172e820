// The style sheet of pages: the portal's colours, sizes and weights of type, then the pages' own rules.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PORTAL = here('../../../../portal/src/app/styles/tokens.css');
const FACES = here('../../../../portal/src/app/styles/fonts.css');
const ASSETS = here('../../../../portal/dist/assets');
const OWN = [here('./page.css'), here('./page-drawings.css'), here('./page-frame.css')];

export interface Style {
  readonly css: string;
  readonly etag: string;
}

/** The portal's own fonts, where it is built; their names in its folder carry a hash. */
async function fontFaces(): Promise<readonly string[]> {
  const files = await readdir(ASSETS).catch(() => []);
  return FONTS.flatMap(([family, weight, start]) => {
    const file = files.find((name) => name.startsWith(start) && name.endsWith('.woff2'));
    if (!file) return [];
    const source = `url(${SERVICE_PATHS.portal}assets/${file}) format("woff2")`;
    return [
      `@font-face { font-family: "${family}"; font-display: swap; font-weight: ${weight}; src: ${source}; }`,
    ];
  });
}

/** What is shown until the fonts have come: with their metrics, so that nothing moves then. */
const fallbackFaces = async (): Promise<readonly string[]> =>
  (await readFile(FACES, 'utf8')).match(/@font-face \{\s*font-family: "\w+Alt"[^}]*\}/g) ?? [];

const FONTS = [
  ['Source Sans 3 Variable', '200 900', 'source-sans-3-latin-wght-normal'],
  ['Source Serif 4 Variable', '200 900', 'source-serif-4-latin-wght-normal'],
  ['IBM Plex Mono', '400', 'ibm-plex-mono-latin-400-normal'],
] as const;

/** Dark follows the system without a script, and the person's choice with the portal's own. */
export async function readStyle(): Promise<Style> {
  const portal = await readFile(PORTAL, 'utf8');
  const block = (selector: string): string => {
    const at = portal.indexOf(`\n${selector} {`);
    if (at < 0) throw new Error(`The portal's style has no ${selector}.`);
    return portal.slice(portal.indexOf('{', at) + 1, portal.indexOf('}', at)).trim();
  };
  const type = portal.match(/--(?:text|font-weight)-\w+: [^;]+;/g) ?? [];
  const css = [
    ...(await fontFaces()),
    ...(await fallbackFaces()),
    `:root { ${block(':root')} ${type.join(' ')} }`,
    `@media (scripting: none) and (prefers-color-scheme: dark) { :root { ${block('.dark')} } }`,
    `.dark { ${block('.dark')} }`,
    ...(await Promise.all(OWN.map((path) => readFile(path, 'utf8')))),
  ].join('\n');
  const etag = `"${createHash('sha256').update(css).digest('base64url').slice(0, 27)}"`;
  return { css, etag };
}

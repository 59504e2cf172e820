// The style sheet of pages: the portal's colours, sizes and weights of type, then the pages' own
// rules.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PAGE_FONTS } from '../../core/pages/fonts.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PORTAL = here('../../../../portal/src/app/styles/tokens.css');
const FACES = here('../../../../portal/src/app/styles/fonts.css');
const OWN = [here('./page.css'), here('./page-drawings.css'), here('./page-frame.css')];

export interface Style {
  readonly css: string;
  readonly etag: string;
}

const fontFaces = PAGE_FONTS.map(
  ({ family, weight, address }) =>
    `@font-face { font-family: "${family}"; font-display: swap; font-weight: ${weight}; src: url(${address}) format("woff2"); }`,
);

/** What is shown until the fonts have come: with their metrics, so that nothing moves then. */
const fallbackFaces = async (): Promise<readonly string[]> =>
  (await readFile(FACES, 'utf8')).match(/@font-face \{\s*font-family: "\w+Alt"[^}]*\}/g) ?? [];

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
    ...fontFaces,
    ...(await fallbackFaces()),
    `:root { ${block(':root')} ${type.join(' ')} }`,
    `@media (scripting: none) and (prefers-color-scheme: dark) { :root { ${block('.dark')} } }`,
    `.dark { ${block('.dark')} }`,
    ...(await Promise.all(OWN.map((path) => readFile(path, 'utf8')))),
  ].join('\n');
  const etag = `"${createHash('sha256').update(css).digest('base64url').slice(0, 27)}"`;
  return { css, etag };
}

// The style sheet of pages: the portal's colours, then the pages' own rules. One home for each colour: the portal's file.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const PORTAL = here('../../../../portal/src/app/styles.css');
const OWN = here('./page.css');

export interface Style {
  readonly css: string;
  readonly etag: string;
}

/** Dark follows the system without a script, and the person's choice with the portal's own. */
export async function readStyle(): Promise<Style> {
  const portal = await readFile(PORTAL, 'utf8');
  const block = (selector: string): string => {
    const at = portal.indexOf(`\n${selector} {`);
    if (at < 0) throw new Error(`The portal's style has no ${selector}.`);
    return portal.slice(portal.indexOf('{', at) + 1, portal.indexOf('}', at)).trim();
  };
  const css = [
    `:root { ${block(':root')} }`,
    `@media (scripting: none) and (prefers-color-scheme: dark) { :root { ${block('.dark')} } }`,
    `.dark { ${block('.dark')} }`,
    await readFile(OWN, 'utf8'),
  ].join('\n');
  const etag = `"${createHash('sha256').update(css).digest('base64url').slice(0, 27)}"`;
  return { css, etag };
}

// What a Zarr store holds, as programs read it that list a folder over HTTP: the links of a page,
// and nothing else in it.
import { html } from '../../platform/text/html.ts';

/** The names in the folder at `path`, an absolute path with a slash at its end. */
export const zarrListing = (path: string, names: readonly string[]): string =>
  `<!doctype html>\n${
    html`<html lang="en"><head><meta charset="utf-8"><title>${path}</title></head>
<body><ul>
${names.map((name) => html`<li><a href="${path}${name}">${name}</a></li>\n`)}</ul></body></html>`
      .text
  }\n`;

// A page with something to say to one reader, such as the answer to a link in a mail: the frame of
// all pages, and nothing that is cited or crawled.
import { addressOf } from '@isobar/contract/calls/call.ts';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { pageStyle } from '@isobar/contract/calls/page-calls.ts';
import { type Html, html, type Piece } from '../../platform/text/html.ts';
import { PAGE_FONTS } from './fonts.ts';
import { headerScript, pageHeader } from './page-header.ts';
import type { Publisher } from './thing.ts';

/**
 * What every page of this archive has in its head: style, fonts, icon, and the scripts of theme and
 * cart.
 */
export const frameHead: Html = html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${SERVICE_PATHS.portal}favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${addressOf(pageStyle)}">
${PAGE_FONTS.filter(({ isFirst }) => isFirst).map(({ address }) => html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${address}">`)}
<script src="${SERVICE_PATHS.portal}theme.js"></script>
${headerScript}`;

export const SKIP_LINK: Html = html`<a class="skip" href="#main">Skip to content</a>`;

export interface PlainPage {
  /** Title of the archive, and whether its values are simulated. */
  readonly site: Pick<Publisher, 'title' | 'simulated'>;
  readonly heading: string;
  readonly head?: Piece;
  readonly body: Piece;
}

export const plainPage = ({ site, heading, head, body }: PlainPage): string =>
  `<!doctype html>\n${
    html`<html lang="en">
<head>
${frameHead}
<meta name="robots" content="noindex">
<title>${heading} · ${site.title}</title>
${head}
</head>
<body>
${SKIP_LINK}
${pageHeader(site, '')}
<div class="page"><main id="main" tabindex="-1"><h1>${heading}</h1>
${body}
</main></div>
</body>
</html>`.text
  }\n`;

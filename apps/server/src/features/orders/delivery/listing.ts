// The lists that a delivery offers: a page for users, JSON for programs, input files for download
// tools. Pure.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeliveryIndex } from '@isobar/contract/calls/orders.ts';
import { deliveredText, formatCount } from '@isobar/contract/count.ts';
import { formatBytes } from '@isobar/contract/size.ts';
import { formatDay, formatInstant } from '@isobar/contract/time.ts';
import { plainPage } from '../../../core/pages/plain-page.ts';
import { type Html, html } from '../../../platform/text/html.ts';
import type { DeliveredBlob, Manifest } from './manifest.ts';

export interface ListingInput {
  readonly manifest: Manifest;
  /**
   * Address of the folder, with a slash at the end; without a host in lists for the person who is
   * signed in.
   */
  readonly base: string;
  /** Appended to each address: a signed key, or nothing. */
  readonly query: string;
  readonly title: string;
}

/** The address of a file; slashes between folders stay. */
export const fileUrl = (base: string, name: string, query: string): string =>
  `${base}${name.split('/').map(encodeURIComponent).join('/')}${query}`;

export const indexJson = ({ manifest, base, query }: ListingInput): DeliveryIndex => ({
  orderId: manifest.orderId,
  expires: formatInstant(manifest.expires),
  files: manifest.files.map(({ name, bytes, sha256 }) => ({
    name,
    bytes,
    sha256,
    url: fileUrl(base, name, query),
  })),
});

/** Yields to the event loop, because it may have twenty thousand rows. */
export async function indexHtml(input: ListingInput): Promise<string> {
  const { manifest, title } = input;
  const data = manifest.files.filter((file) => file.kind === 'data');
  const documents = manifest.files.filter((file) => file.kind === 'document');
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const tables = [
    await table('Data', data, input.query),
    await table('Documents', documents, input.query),
  ];
  const link = (file: string, label: string) =>
    html`<a href="${fileUrl('', file, input.query)}">${label}</a>`;
  return plainPage({
    site: { title, simulated: manifest.simulated },
    heading: `Order ${manifest.orderId}`,
    head: html`<link rel="stylesheet" href="../style.css">`,
    body: html`${manifest.simulated && html`<p><strong>These data are simulated.</strong> Do not use them for science.</p>`}
<p>${deliveredText(data.length, documents.length)}, ${formatBytes(bytes)}. Kept until ${formatDay(manifest.expires)}.</p>
${missingHtml(manifest)}
<ul>
<li>${link('all.zip', 'Everything as one ZIP')} (resumable)</li>
<li>${link('helper.sh', 'Download script for a shell')}, ${link('helper.py', 'for Python')}: they resume and check every file</li>
<li>${link('transfer.txt', 'List for aria2')}, ${link('index.json', 'list as JSON')}</li>
</ul>
${tables}`,
  });
}

/** Input of aria2c: address, name, checksum of each file. */
export const transferList = ({ manifest, base, query }: ListingInput): string =>
  `# Order ${manifest.orderId}. The files are kept until ${formatDay(manifest.expires)}.\n${manifest.files
    .map(
      ({ name, sha256 }) =>
        `${fileUrl(base, name, query)}\n  out=order-${manifest.orderId}/${name}\n  checksum=sha-256=${sha256}\n`,
    )
    .join('')}`;

/**
 * What its tables have beyond the style of all pages; the site's policy allows no style in a page.
 */
export const LISTING_STYLE = `.files{overflow-x:auto;margin-top:1.5rem}
.files td:first-child{white-space:nowrap}
.files caption{text-align:left;font-size:1.25rem;padding:.5rem 0}
.files td:nth-child(2),.files th:nth-child(2){text-align:right;white-space:nowrap}
`;

const MISSING_LISTED = 200;

function missingHtml({ missing }: Manifest): Html | null {
  if (missing.length === 0) return null;
  const rows = missing
    .slice(0, MISSING_LISTED)
    .map(({ file, reason }) => html`<li>${file}: ${reason}</li>`);
  const more = missing.length - rows.length;
  return html`<p>${formatCount(missing.length)} of the ordered files could not be delivered:</p>
<ul>${rows}${more > 0 && html`<li>and ${more} more, see README.txt</li>`}</ul>`;
}

const ROWS_PER_TURN = 2000;

async function table(
  caption: string,
  files: readonly DeliveredBlob[],
  query: string,
): Promise<Html> {
  const rows: Html[] = [];
  for (const [n, file] of files.entries()) {
    rows.push(
      html`<tr><td><a href="${fileUrl('', file.name, query)}">${file.name}</a></td><td>${formatBytes(file.bytes)}</td><td><code>${file.sha256}</code></td></tr>
`,
    );
    if (n % ROWS_PER_TURN === ROWS_PER_TURN - 1) await nextTurn();
  }
  return html`<div class="files" role="region" aria-label="${caption}" tabindex="0">
<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">File</th><th scope="col">Size</th><th scope="col">SHA-256</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>`;
}

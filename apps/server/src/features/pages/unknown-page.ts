// The pages for a browser at an address at which there is nothing, or whose call fails; programs
// get the same as JSON.
import { pathOf } from '@isobar/contract/calls/call.ts';
import { SERVICE_PATHS, SERVICES } from '@isobar/contract/calls/config.ts';
import { reportListPage } from '@isobar/contract/calls/report-list.ts';
import { pageOf } from '../../core/pages/layout.ts';
import type { Publisher } from '../../core/pages/thing.ts';
import type { Http } from '../../platform/http/http.ts';
import { type Html, html } from '../../platform/text/html.ts';

const TITLE = 'Page not found';
/** Longer addresses are cut where they are shown. */
const MOST_SHOWN = 200;

export function registerUnknownPage<S>(http: Http<S>, publisher: Publisher): void {
  http.pageForUnknown((path) => {
    const shown = path.length > MOST_SHOWN ? `${path.slice(0, MOST_SHOWN)}…` : path;
    const why = html`There is nothing at <code>${shown}</code>. The address may be mistyped, or what it led to has moved.`;
    return pageAbout({ publisher, path, title: TITLE }, html`<p class="description">${why}</p>`);
  });
  http.pageForRefused(({ status, message, details = [], requestId }, path) => {
    // The message of malformed input is made of its details.
    const more = details.filter(({ reason }) => !message.includes(reason));
    const reasons = more.map(({ path, reason }) => html`<li><code>${path}</code>: ${reason}</li>`);
    const why = html`<p class="description">${message}</p>${more.length > 0 ? html`<ul>${reasons}</ul>` : ''}`;
    const trace =
      status >= 500 && requestId
        ? html`<p>The number of this request is <code>${requestId}</code>.</p>`
        : '';
    return pageAbout({ publisher, path, title: titleOf(status) }, html`${why}${trace}`);
  });
}

/** A title for the status; the sentence below it says what happened. */
function titleOf(status: number): string {
  if (status === 401) return 'Please sign in first';
  if (status === 403) return 'Not allowed';
  if (status === 404) return TITLE;
  if (status === 410) return 'No longer here';
  if (status === 429 || status === 503) return 'Please try again later';
  return status >= 500 ? 'Something went wrong' : 'This cannot be shown';
}

interface About {
  readonly publisher: Publisher;
  readonly path: string;
  readonly title: string;
}

function pageAbout({ publisher, path, title }: About, why: Html): string {
  return pageOf({
    publisher,
    title,
    description: title,
    path,
    head: html`<meta name="robots" content="noindex">`,
    body: html`<div class="page"><main id="main" tabindex="-1">
<h1>${title}</h1>
${why}
<ul>
<li><a href="${SERVICE_PATHS.portal}">Home</a></li>
<li><a href="${SERVICE_PATHS.portal}#/results">Search the data</a></li>
<li><a href="${pathOf(reportListPage)}">Data quality reports</a></li>
<li><a href="${SERVICES}/">Services for programs</a></li>
</ul>
</main></div>`,
  });
}

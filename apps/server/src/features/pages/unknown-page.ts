// The page for a browser at an address at which there is nothing; programs get the same as JSON.
import { pathOf } from '@isobar/contract/calls/call.ts';
import { SERVICE_PATHS, SERVICES } from '@isobar/contract/calls/config.ts';
import { reportListPage } from '@isobar/contract/calls/report-list.ts';
import { pageOf } from '../../core/pages/layout.ts';
import type { Publisher } from '../../core/pages/thing.ts';
import type { Http } from '../../platform/http/http.ts';
import { html } from '../../platform/text/html.ts';

const TITLE = 'Page not found';
/** Longer addresses are cut where they are shown. */
const MOST_SHOWN = 200;

export function registerUnknownPage<S>(http: Http<S>, publisher: Publisher): void {
  http.pageForUnknown((path) => unknownPage(publisher, path));
}

function unknownPage(publisher: Publisher, path: string): string {
  const shown = path.length > MOST_SHOWN ? `${path.slice(0, MOST_SHOWN)}…` : path;
  return pageOf({
    publisher,
    title: TITLE,
    description: TITLE,
    path,
    head: html`<meta name="robots" content="noindex">`,
    body: html`<div class="page"><main id="main" tabindex="-1">
<h1>${TITLE}</h1>
<p class="description">There is nothing at <code>${shown}</code>. The address may be mistyped, or what it led to has moved.</p>
<ul>
<li><a href="${SERVICE_PATHS.portal}">Home</a></li>
<li><a href="${SERVICE_PATHS.portal}#/results">Search the data</a></li>
<li><a href="${pathOf(reportListPage)}">Data quality reports</a></li>
<li><a href="${SERVICES}/">Services for programs</a></li>
</ul>
</main></div>`,
  });
}

// The address of all services as a page that a person can read: what can be called, with which
// token, examples, and where to try it.

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathOf } from '@isobar/contract/calls/call.ts';
import { citationBy } from '@isobar/contract/calls/citations.ts';
import { SERVICES } from '@isobar/contract/calls/config.ts';
import { describeServices } from '@isobar/contract/calls/health.ts';
import { liveQuery } from '@isobar/contract/calls/live-calls.ts';
import { listOrders } from '@isobar/contract/calls/order-calls.ts';
import { aboutPackage } from '@isobar/contract/calls/package-calls.ts';
import { tryCalls, tryStart } from '@isobar/contract/calls/page-calls.ts';
import { searchOf } from '@isobar/contract/calls/search-calls.ts';
import { TAGS } from '@isobar/contract/calls/tags.ts';
import { understand } from '@isobar/contract/calls/words.ts';
import { pageOf } from '../../core/pages/layout.ts';
import { code, table } from '../../core/pages/parts.ts';
import type { Publisher } from '../../core/pages/thing.ts';
import type { Http } from '../../platform/http/http.ts';
import { type Html, html } from '../../platform/text/html.ts';

const TRY = tryCalls.path;
const FOLDER = dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json'));
/** The only files of the library that are served. */
const FILES = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js']);
const START = `SwaggerUIBundle({ url: ${JSON.stringify(describeServices.path)}, dom_id: '#calls', deepLinking: true,
  docExpansion: 'none', filter: true, validatorUrl: null, defaultModelsExpandDepth: -1 });\n`;

/** Resolves to a function that makes the page, which is also shown at other addresses. */
export async function registerServicesPage<S>(
  http: Http<S>,
  publisher: Publisher,
): Promise<() => Promise<string>> {
  http.route(tryCalls, async ({ reply }) =>
    reply.header('cache-control', CACHE).type('text/html; charset=utf-8').send(tryPage(publisher)),
  );
  http.route(tryStart, async ({ reply }) =>
    reply.header('cache-control', CACHE).type('text/javascript; charset=utf-8').send(START),
  );
  await http.serve({
    root: join(FOLDER, 'static'),
    prefix: `${TRY}/`,
    allowed: FILES,
    caching: () => 'public, max-age=86400',
  });
  let page: Promise<string> | undefined;
  return () => (page ??= http.describe().then((told) => servicesPage(publisher, callsOf(told))));
}

const CACHE = 'public, max-age=300';

interface Told {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly signedIn: boolean;
}

/** The calls in a description of services, which this program itself has made. */
function callsOf(description: object): Told[] {
  const { paths } = description as {
    readonly paths: Readonly<
      Record<
        string,
        Readonly<Record<string, { summary: string; tags: string[]; security: object[] }>>
      >
    >;
  }; // as platform/http/describe-call.ts makes it
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          summary,
          tags: [tag = ''],
          security,
        },
      ]) => ({
        method: method.toUpperCase(),
        path,
        summary,
        tag,
        signedIn: security.length > 0 && security.every((one) => Object.keys(one).length > 0),
      }),
    ),
  );
}

export function servicesPage(publisher: Publisher, calls: readonly Told[]): string {
  const { url } = publisher;
  const byTag = Map.groupBy(calls, ({ tag }) => tag);
  return pageOf({
    publisher,
    title: 'Services for programs',
    description: 'Every call of this archive: what it takes, what it answers, and how to try it.',
    path: `${SERVICES}/`,
    body: html`<div class="page"><main id="main" tabindex="-1"><h1>Services for programs</h1>
<p>Everything that the portal does, programs can do as well. <a href="${TRY}">Try the calls</a> in the browser, or take
their <a href="${describeServices.path}">description (OpenAPI 3.1)</a> into your own tools.</p>
<section class="set"><h2>Access tokens</h2>
<p>What is public needs none. For orders, live data and your own things make a token under <a href="/discovery/#/account">Account</a>
and send it with every call; it is shown once, has scopes, ends after a year at most, and can be revoked.</p>
<pre tabindex="0"><code>curl -H 'Authorization: Bearer TOKEN' '${url}${pathOf(listOrders)}'</code></pre></section>
<section class="set"><h2>Examples</h2>
${example('What a text means', `curl '${url}${pathOf(understand)}?text=sgp+ozone+2019'`)}
${example('The latest data products of a site', `curl '${url}${pathOf(searchOf('metadata'))}?q=site_code:sgp&size=5'`)}
${example('Files of a datastream', `curl '${url}${pathOf(liveQuery('/query'))}?user=NAME:TOKEN&ds=sgpmetE13.b1&start=2019-01-01&end=2019-01-31&wt=json'`)}
${example('How to cite a datastream', `curl '${url}${pathOf(citationBy.datastream)}?id=sgpmetE13.b1'`)}
</section>
<section class="set"><h2>In Python</h2>
<p>The <a href="${aboutPackage.path}">package isobar-client</a> comes from this archive itself: three lines from an empty machine to a figure.</p></section>
${TAGS.map(({ name, description }) => group(name, description, byTag.get(name) ?? []))}
</main></div>`,
  });
}

const example = (what: string, command: string): Html =>
  html`<h3>${what}</h3><pre tabindex="0"><code>${command}</code></pre>`;

const group = (name: string, what: string, calls: readonly Told[]): Html | null =>
  calls.length === 0
    ? null
    : html`<section class="set" id="${name}"><h2>${what}</h2>${table(['Call', 'What it does'], calls.map(callRow), `Calls: ${what}`)}</section>`;

const callRow = ({ method, path, summary, signedIn }: Told): readonly Html[] => [
  code(`${method} ${path}`),
  html`${summary}${signedIn ? ' (signed in)' : ''}`,
];

const tryPage = (publisher: Publisher): string =>
  pageOf({
    publisher,
    title: 'Try the calls',
    description: 'Every call of this archive, to be tried in the browser.',
    path: TRY,
    head: html`<link rel="stylesheet" href="${TRY}/swagger-ui.css">
<script src="${TRY}/swagger-ui-bundle.js" defer></script><script src="${TRY}/start.js" defer></script>`,
    body: html`<div class="page"><main id="main" tabindex="-1"><h1>Try the calls</h1>
<p><a href="${SERVICES}/">All calls as a list</a></p><div id="calls"><noscript>This page needs scripts; the list does not.</noscript></div></main></div>`,
  });

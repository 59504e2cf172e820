// Pages of things at lasting addresses, in every form; the links between them; what crawlers ask
// first.
import { Readable } from 'node:stream';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import {
  daysInPortal,
  monthOfFiles,
  pageOfKind,
  pageStyle,
} from '@isobar/contract/calls/page-calls.ts';
import { doiAddress } from '@isobar/contract/doi.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { EMPTY_SEARCH } from '@isobar/contract/search/filter.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LICENCE } from '../../core/citation/datacite.ts';
import { FORMATS, type PageFormat, splitEnding } from '../../core/pages/formats/all-formats.ts';
import { CROISSANT_TYPE } from '../../core/pages/formats/croissant.ts';
import { isData } from '../../core/pages/formats/json-ld.ts';
import { withBack } from '../../core/pages/layout.ts';
import type { Signs } from '../../core/pages/make-page.ts';
import { encodingFor } from '../../core/pages/packed.ts';
import type { PackedPage, Pages } from '../../core/pages/pages.ts';
import { KINDS, type Kind, type Publisher, pathOf } from '../../core/pages/thing.ts';
import type { Http } from '../../platform/http/http.ts';
import { isKnown } from '../../platform/replies/etag.ts';
import { monthList } from './month-list.ts';
import { wantedFormat } from './negotiate.ts';
import type { Style } from './style.ts';

/** How long proxies and browsers may keep a page before they ask whether it has changed. */
const CACHE = 'public, max-age=60';

export function registerPages<S>(
  http: Http<S>,
  { pages, style, publisher }: { pages: Pages; style: Style; publisher: Publisher },
): void {
  for (const kind of KINDS) {
    http.route(
      pageOfKind(kind),
      async ({ params, query: { from }, request, reply }) => {
        const { id, format } = await wanted(pages, kind, params.name, request);
        // With a way back the text is different for each reader, so a compressed copy is of no use.
        const encoding = from ? null : encodingFor(request.headers['accept-encoding']);
        const page = await pages.get({ kind, id, format, encoding }, request.ip);
        const name = page === null || page.status === 404 ? await pages.nameOf(kind, id) : null;
        if (name !== null) {
          const back = from ? `?from=${encodeURIComponent(from)}` : '';
          return reply.redirect(`${pathOf(kind, name)}${format?.ending ?? ''}${back}`, 301);
        }
        if (!page) throw await absent(pages, kind, id, publisher, request.ip);
        reply.header('vary', 'Accept, Accept-Encoding');
        // It has a form: only under this policy does a browser tell this site where the form was
        // sent from.
        if (kind === 'order') reply.header('referrer-policy', 'same-origin');
        if (page.status === 200)
          reply.header('link', links(kind, id, publisher, format, page.signs));
        return send(reply, request, page, from);
      },
      { isPage: true },
    );
  }
  http.route(daysInPortal, async ({ params: { name }, query: { start, end }, reply }) => {
    if (start !== '' && end !== '' && start > end)
      throw new Problem('bad-request', `The first day, ${start}, is after the last, ${end}.`);
    const days = { ...(start && { start_date: [start] }), ...(end && { end_date: [end] }) };
    const search = { ...EMPTY_SEARCH, terms: { datastream: [name], ...days } };
    return reply.redirect(`${SERVICE_PATHS.portal}${resultsHref(search)}`, 303);
  });
  http.route(monthOfFiles, async ({ params, reply }) => {
    const { db } = await pages.sources();
    const text = await monthList(db, params.name, params.file.slice(0, 7));
    if (text === null)
      throw new Problem('not-found', `${params.name} has no files in ${params.file.slice(0, 7)}.`);
    return reply
      .header('cache-control', CACHE)
      .header(
        'content-disposition',
        `inline; filename="${params.name.replace(/[^\w.-]/g, '_')}.${params.file}"`,
      )
      .type('text/csv; charset=utf-8')
      .send(Readable.from(text));
  });
  http.route(pageStyle, async ({ request, reply }) => {
    reply.header('etag', style.etag).header('cache-control', 'public, max-age=300');
    if (isKnown(style.etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.type('text/css; charset=utf-8').send(style.css);
  });
}

/** What was withdrawn is so for programs, too. */
async function absent(pages: Pages, kind: Kind, id: string, { url }: Publisher, address: string) {
  const page = await pages.get({ kind, id }, address);
  return page?.status === 410
    ? new Problem('gone', `It was withdrawn; ${url}${pathOf(kind, id)} says why.`)
    : new Problem('not-found', `There is no such record of ${kind} ${id}.`);
}

/**
 * The form that is wanted: by the ending of the address, else by what the client accepts. The name
 * of a thing may itself end like this.
 */
async function wanted(
  pages: Pages,
  kind: Kind,
  given: string,
  { headers, ip }: FastifyRequest,
): Promise<{ id: string; format: PageFormat | undefined }> {
  const split = splitEnding(given);
  if (split.format) return split;
  const offered = FORMATS.filter((one) => isData({ kind }) || !one.dataOnly);
  const format = wantedFormat(headers.accept, offered);
  if (format !== null) return { id: given, format };
  await pages.get({ kind, id: given }, ip);
  throw new Problem(
    'not-acceptable',
    'This form does not exist; the Link header of the page lists those that do.',
  );
}

/**
 * FAIR Signposting: the header reports to machines what the page is about, who made it, and where
 * its records are.
 */
function links(
  kind: Kind,
  id: string,
  { url }: Publisher,
  format: PageFormat | undefined,
  signs: Signs,
): string {
  const page = url + pathOf(kind, id);
  const entry = (address: string, rel: string, type?: string): string =>
    `<${address}>; rel="${rel}"${type === undefined ? '' : mediaAttributes(type)}`;
  const own = signs.doi ? [entry(doiAddress(signs.doi), 'cite-as')] : [entry(page, 'cite-as')];
  if (format) return [...own, entry(page, 'describes', 'text/html')].join(', ');
  const records = FORMATS.filter((one) => signs.isData || !one.dataOnly).map((one) =>
    entry(page + one.ending, 'describedby', one.type),
  );
  // Croissant contains the values of a month, which have to be public.
  const croissant = signs.downloads.some(({ path }) => path.includes('/data/'))
    ? [entry(`${page}/croissant.json`, 'describedby', CROISSANT_TYPE)]
    : [];
  return [
    ...own,
    ...records,
    ...croissant,
    ...signs.orcids.map((orcid) => entry(`https://orcid.org/${orcid}`, 'author')),
    entry('https://schema.org/AboutPage', 'type'),
    ...(signs.isData
      ? [
          entry('https://schema.org/Dataset', 'type'),
          ...signs.downloads.map(({ path, type }) => entry(url + path, 'item', type)),
        ]
      : []),
    entry(LICENCE.url, 'license'),
  ].join(', ');
}

/**
 * `type` without its parameters, and its profile as an attribute of its own: the reference client
 * reads no link of a header in which a type has parameters.
 */
function mediaAttributes(type: string): string {
  const [media = '', ...parameters] = type.split(';').map((part) => part.trim());
  const profile = parameters.find((part) => part.startsWith('profile='));
  return `; type="${media}"${profile ? `; ${profile}` : ''}`;
}

async function send(
  reply: FastifyReply,
  request: FastifyRequest,
  page: PackedPage,
  from: string | undefined,
): Promise<FastifyReply> {
  const isPage = page.type.startsWith('text/html');
  const etag = from && isPage ? undefined : page.etag;
  const lasts = page.status === 200 && !request.url.startsWith('/order/');
  reply.code(page.status).header('cache-control', lasts ? CACHE : 'no-cache');
  if (page.modified !== null)
    reply.header('last-modified', new Date(page.modified * 1000).toUTCString());
  if (etag) {
    reply.header('etag', etag);
    if (page.status === 200 && isKnown(etag, request.headers['if-none-match']))
      return reply.code(304).send();
  }
  reply.type(page.type);
  if (page.encoding) reply.header('content-encoding', page.encoding);
  return reply.send(from && isPage ? withBack(page.bytes.toString(), from) : page.bytes);
}

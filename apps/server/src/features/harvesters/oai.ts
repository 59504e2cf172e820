// OAI-PMH 2.0 over the records of all pages with data: Dublin Core and DataCite, in pages that a
// harvester can go on with at any time.
import { type oaiAsked, oaiGet, oaiPost } from '@isobar/contract/calls/page-calls.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type * as z from 'zod';
import { thingOf } from '../../core/pages/describe.ts';
import { dataciteOf, dataciteXml } from '../../core/pages/formats/datacite-xml.ts';
import { dublinCore } from '../../core/pages/formats/dublin-core.ts';
import type { Pages } from '../../core/pages/pages.ts';
import { countRecords, type PageRecord, recordOf, recordsAfter } from '../../core/pages/records.ts';
import {
  isKind,
  KIND_WORDS,
  KINDS,
  type Kind,
  type PageSources,
  type Publisher,
} from '../../core/pages/thing.ts';
import { unknownReports } from '../../core/reports/written.ts';
import { TableError } from '../../core/tables/read-table.ts';
import type { Http } from '../../platform/http/http.ts';
import { element, type Xml, xmlDocument } from '../../platform/text/xml.ts';
import {
  type Asked,
  type ListAsked,
  type OaiCode,
  OaiError,
  type Prefix,
  readAsked,
  writeToken,
} from './oai-verbs.ts';

const PATH = '/oai';
/** Records and identifiers of one answer. */
const RECORDS = 100;
const IDENTIFIERS = 500;

type Feature = { readonly pages: Pages; readonly publisher: Publisher };

export function registerOai<S>(http: Http<S>, feature: Feature): void {
  const answer = async (given: z.output<typeof oaiAsked>): Promise<string> => {
    const base = feature.publisher.url + PATH;
    const told = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, String(value)]),
    );
    let at = Date.now() / 1000;
    try {
      const asked = readAsked(given);
      await feature.pages.sync();
      // Taken before anything is read: a change noted meanwhile has no earlier date, so the next
      // harvest includes it.
      at = Date.now() / 1000;
      return envelope(at, element('request', told, base), await act(feature, asked));
    } catch (error) {
      if (error instanceof TableError) throw unknownReports(error);
      if (!(error instanceof OaiError)) throw error;
      return envelope(
        at,
        element('request', UNREAD.includes(error.code) ? {} : told, base),
        element('error', { code: error.code }, error.message),
      );
    }
  };
  http.route(oaiGet, async ({ query, reply }) =>
    reply
      .header('cache-control', 'no-cache')
      .type(XML)
      .send(await answer(query)),
  );
  http.route(
    oaiPost,
    async ({ body, reply }) =>
      reply
        .header('cache-control', 'no-cache')
        .type(XML)
        .send(await answer(body)),
    { bodyLimit: MOST_BYTES },
  );
}

/** The protocol wants that a request which could not be read is not repeated in the answer. */
const UNREAD: readonly OaiCode[] = ['badVerb', 'badArgument'];
/** Most bytes of a form: as many as an address may have. */
const MOST_BYTES = 16 << 10;
const XML = 'text/xml; charset=utf-8';
const OAI = 'http://www.openarchives.org/OAI/2.0/';

const envelope = (at: number, request: Xml, content: Xml): string =>
  xmlDocument(
    element(
      'OAI-PMH',
      {
        xmlns: OAI,
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xsi:schemaLocation': `${OAI} ${OAI}OAI-PMH.xsd`,
      },
      element('responseDate', {}, formatInstant(at)),
      request,
      content,
    ),
  );

async function act(feature: Feature, asked: Asked): Promise<Xml> {
  const sources = await feature.pages.sources();
  switch (asked.verb) {
    case 'Identify':
      return await identify(sources);
    case 'ListMetadataFormats':
      if (asked.identifier !== undefined) await find(sources, asked.identifier);
      return metadataFormats();
    case 'ListSets':
      return element(
        'ListSets',
        {},
        KINDS.map((kind) =>
          element(
            'set',
            {},
            element('setSpec', {}, kind),
            element('setName', {}, KIND_WORDS[kind]),
          ),
        ),
      );
    case 'GetRecord': {
      const record = await find(sources, asked.identifier);
      return element('GetRecord', {}, await recordXml(sources, record, asked.prefix));
    }
    default:
      return await listXml(sources, asked);
  }
}

async function listXml(
  sources: PageSources,
  asked: Extract<Asked, { verb: 'ListIdentifiers' | 'ListRecords' }>,
): Promise<Xml> {
  const { db } = sources;
  const limit = asked.verb === 'ListRecords' ? RECORDS : IDENTIFIERS;
  const { from, until, kind, after } = asked;
  const filter = { from, until, kind, deleted: true };
  const size = asked.size ?? (await countRecords(db, filter));
  const found = await recordsAfter(db, { ...filter, after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  if (shown.length === 0 && asked.told === 0)
    throw new OaiError('noRecordsMatch', 'There are no records for these dates and this set.');
  const entries: Xml[] = [];
  for (const record of shown)
    entries.push(
      asked.verb === 'ListRecords'
        ? await recordXml(sources, record, asked.prefix)
        : header(sources, record),
    );
  const last = shown.at(-1);
  const next: ListAsked | null =
    found.length > limit && last
      ? { ...asked, after: last.seq, told: asked.told + shown.length, size }
      : null;
  const isPart = next !== null || asked.told > 0;
  return element(
    asked.verb,
    {},
    entries,
    isPart
      ? element(
          'resumptionToken',
          { completeListSize: Math.max(size, asked.told + shown.length), cursor: asked.told },
          next && writeToken(next),
        )
      : null,
  );
}

async function recordXml(sources: PageSources, record: PageRecord, prefix: Prefix): Promise<Xml> {
  const thing = record.deleted ? null : await thingOf(sources, record.kind, record.id, 'light');
  if (!thing) return element('record', {}, header(sources, { ...record, deleted: true }));
  const { publisher } = sources;
  // No clock in a record: it is the same as long as its datestamp is.
  const metadata =
    prefix === 'oai_dc'
      ? dublinCore(thing, publisher)
      : oaiDatacite(dataciteXml(dataciteOf(thing, publisher, record.changedAt)), publisher);
  return element('record', {}, header(sources, record), element('metadata', {}, metadata));
}

const DATACITE = 'http://schema.datacite.org/oai/oai-1.1/';

/** DataCite's own envelope. */
const oaiDatacite = (resource: Xml, { archiveName }: Publisher): Xml =>
  element(
    'oai_datacite',
    {
      xmlns: DATACITE,
      'xsi:schemaLocation': `${DATACITE} ${DATACITE}oai.xsd`,
    },
    element('schemaVersion', {}, '4.5'),
    element('datacentreSymbol', {}, archiveName),
    element('payload', {}, resource),
  );

const header = ({ publisher }: PageSources, record: PageRecord): Xml =>
  element(
    'header',
    { status: record.deleted ? 'deleted' : null },
    element('identifier', {}, identifierOf(publisher, record.kind, record.id)),
    element('datestamp', {}, formatInstant(record.changedAt)),
    element('setSpec', {}, record.kind),
  );

const hostOf = ({ url }: Publisher): string => new URL(url).hostname;

const identifierOf = (publisher: Publisher, kind: Kind, id: string): string =>
  `oai:${hostOf(publisher)}:${kind}/${encodeURIComponent(id)}`;

async function find({ db, publisher }: PageSources, identifier: string): Promise<PageRecord> {
  const unknown = new OaiError('idDoesNotExist', `There is no ${identifier.slice(0, 200)}.`);
  const start = `oai:${hostOf(publisher)}:`;
  const rest = identifier.startsWith(start) ? identifier.slice(start.length) : '';
  const at = rest.indexOf('/');
  const kind = rest.slice(0, at);
  if (at < 0 || !isKind(kind)) throw unknown;
  let id: string;
  try {
    id = decodeURIComponent(rest.slice(at + 1));
  } catch {
    throw unknown;
  }
  const record = await recordOf(db, kind, id);
  if (!record) throw unknown;
  return record;
}

async function identify({ db, publisher }: PageSources): Promise<Xml> {
  const first = await db
    .selectFrom('page_records')
    .select((e) => e.fn.min<number>('changed_at').as('at'))
    .executeTakeFirst();
  return element(
    'Identify',
    {},
    element('repositoryName', {}, publisher.title),
    element('baseURL', {}, publisher.url + PATH),
    element('protocolVersion', {}, '2.0'),
    element('adminEmail', {}, publisher.contact),
    element('earliestDatestamp', {}, formatInstant(Number(first?.at ?? 0))),
    element('deletedRecord', {}, 'persistent'),
    element('granularity', {}, 'YYYY-MM-DDThh:mm:ssZ'),
    element(
      'description',
      {},
      element(
        'oai-identifier',
        {
          xmlns: `${OAI}oai-identifier`,
          'xsi:schemaLocation': `${OAI}oai-identifier ${OAI}oai-identifier.xsd`,
        },
        element('scheme', {}, 'oai'),
        element('repositoryIdentifier', {}, hostOf(publisher)),
        element('delimiter', {}, ':'),
        element('sampleIdentifier', {}, identifierOf(publisher, 'site', 'sgp')),
      ),
    ),
  );
}

const metadataFormats = (): Xml =>
  element(
    'ListMetadataFormats',
    {},
    (
      [
        ['oai_dc', `${OAI}oai_dc.xsd`, `${OAI}oai_dc/`],
        ['oai_datacite', `${DATACITE}oai.xsd`, DATACITE],
      ] as const
    ).map(([prefix, schema, namespace]) =>
      element(
        'metadataFormat',
        {},
        element('metadataPrefix', {}, prefix),
        element('schema', {}, schema),
        element('metadataNamespace', {}, namespace),
      ),
    ),
  );

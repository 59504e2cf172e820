// The citation service (specification part 3 section 7, part 4 section 5).

import {
  citationBy,
  exportCitations,
  formatsOfCitations,
} from '@isobar/contract/calls/citations.ts';
import { type CitationFormats, DEFAULT_CITATION_FORMAT } from '@isobar/contract/citations/calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { CitationContext } from '../../core/citation/cited.ts';
import type { Styles } from '../../core/citation/styles.ts';
import {
  FILE_KINDS,
  formatNamed,
  formatsOf,
  writeCitationFile,
  writeCitations,
} from '../../core/citation/write-citation.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import type { Http } from '../../platform/http/http.ts';
import { sendNothingFound } from '../../platform/replies/sent.ts';
import type { Tables } from '../../store/tables.ts';
import { type CitationSources, cite } from './cite.ts';

export interface CitationsFeature {
  readonly db: Kysely<Tables>;
  readonly tables: () => Promise<CuratedTables>;
  readonly styles: Styles;
  readonly publisher: Omit<CitationContext, 'accessed'>;
}

export function registerCitations<S>(http: Http<S>, feature: CitationsFeature): void {
  const { styles } = feature;
  const sources = async (): Promise<CitationSources> => ({
    db: feature.db,
    tables: await feature.tables(),
    publisher: feature.publisher,
    now: Math.floor(Date.now() / 1000),
  });
  for (const kind of ['datastream', 'inst-class'] as const) {
    http.route(citationBy[kind], async ({ query: { citationType, ...item }, request, reply }) => {
      reply.header('cache-control', 'no-cache');
      const known = await sources();
      const formats = formatsOf(known.tables, feature.publisher.archiveName);
      const format = formatNamed(formats, citationType || DEFAULT_CITATION_FORMAT);
      const cited = await cite(known, { ...item, of: kind }).catch((error: unknown) => {
        if (isForOldClient(error, request)) return null;
        throw error;
      });
      // A client of the former service takes an empty body for 'no DOI', and breaks on anything
      // else.
      if (!cited) return sendNothingFound(reply);
      const [written] = await writeCitations(styles, format, [cited.data], cited.context);
      const { chosen, sites, facilities, dataLevels } = cited.found;
      const labelOf = (all: readonly string[], code: string): string =>
        all.find((one) => one.startsWith(`${code}::`)) ?? code;
      return {
        citation: written?.text ?? '',
        html: written?.html ?? '',
        sites: [...sites],
        selectedSite: labelOf(sites, chosen.site),
        facilities: [...facilities],
        selectedFacility: labelOf(facilities, chosen.facility),
        dataLevels: [...dataLevels],
        selectedDataLevel: chosen.dataLevel,
      };
    });
  }
  http.route(formatsOfCitations, async ({ reply }): Promise<CitationFormats> => {
    reply.header('cache-control', 'no-cache');
    const formats = formatsOf(await feature.tables(), feature.publisher.archiveName);
    return {
      formats: formats.map(({ code, label, kind }) => ({
        code,
        label: label || code,
        extension: FILE_KINDS[kind].extension,
      })),
    };
  });
  http.route(exportCitations, async ({ body, reply }) => {
    const known = await sources();
    const formats = formatsOf(known.tables, feature.publisher.archiveName);
    const format = formatNamed(formats, body.citationType);
    const all = [];
    for (const item of body.items) all.push(await cite(known, item));
    const text = await writeCitationFile(styles, format, all);
    const { extension, type } = FILE_KINDS[format.kind];
    return reply
      .header('content-disposition', `attachment; filename="citations.${extension}"`)
      .type(type)
      .send(text);
  });
}

/**
 * A 'not-found' at the former service's address (decision 1041), for a client that did not ask for
 * JSON.
 */
const isForOldClient = (error: unknown, { headers, originalUrl }: FastifyRequest): boolean =>
  error instanceof Problem &&
  error.code === 'not-found' &&
  originalUrl.startsWith('/citationservice/') &&
  !headers.accept?.includes('json');

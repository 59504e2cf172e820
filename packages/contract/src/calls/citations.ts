// Calls of the citation service: one citation, the formats, many as a file.

import * as z from 'zod/mini';
import {
  type CitationItem,
  citationExport,
  citationFormats,
  citationReply,
  DEFAULT_CITATION_FORMAT,
} from '../citations/calls.ts';
import { bytes, defineCall } from './call.ts';

const short = z.optional(z.string().check(z.maxLength(200)));
const citationQuery = z.object({
  id: z
    .string({
      error: ({ input }) =>
        Array.isArray(input)
          ? 'is given more than once'
          : 'is needed: a datastream, or a datastream class',
    })
    .check(z.trim(), z.minLength(1, 'must not be empty'), z.maxLength(100, 'is too long')),
  citationType: z._default(z.string().check(z.maxLength(40)), DEFAULT_CITATION_FORMAT),
  site: short,
  facility: short,
  dataLevel: short,
  startDate: z.optional(z.string().check(z.maxLength(40))),
  endDate: z.optional(z.string().check(z.maxLength(40))),
  dateAccessed: z.optional(z.string().check(z.maxLength(40))),
});

const citationOf = (kind: CitationItem['of'], what: string, id: string) =>
  defineCall({
    method: 'GET',
    service: 'citation',
    path: `/${kind}`,
    summary: `The citation of a ${what} in a format, and what could be chosen`,
    session: 'none',
    query: citationQuery,
    answer: citationReply,
    errors: ['not-found'],
    example: { query: { id } },
  });

/** The calls for a citation, by the kind of thing that is cited. */
export const citationBy = {
  datastream: citationOf('datastream', 'datastream', 'sgpmetE13.b1'),
  'inst-class': citationOf('inst-class', 'datastream class', 'met'),
} as const satisfies Record<CitationItem['of'], unknown>;

export const formatsOfCitations = defineCall({
  method: 'GET',
  service: 'citation',
  path: '/formats',
  summary: 'Citation formats',
  session: 'none',
  answer: citationFormats,
});

export const exportCitations = defineCall({
  method: 'POST',
  service: 'citation',
  path: '/export',
  summary: 'Many citations as one file',
  session: 'none',
  perMinute: 60,
  body: citationExport,
  answer: bytes(
    'text/plain',
    'application/x-bibtex',
    'application/x-research-info-systems',
    'application/vnd.citationstyles.csl+json',
  ),
  errors: ['not-found'],
});

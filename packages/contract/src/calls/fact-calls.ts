// Calls of hour facts and of the search for days.
import * as z from 'zod/mini';
import { bytes, defineCall, jsonOr } from './call.ts';
import {
  daysExamples,
  distribution,
  eventReply,
  eventSearch,
  factColumns,
  factList,
  STATISTICS,
  sentence,
} from './facts.ts';
import { numberText } from './number-text.ts';

const datastream = z.string().check(z.minLength(1), z.maxLength(200));
const variable = z.string().check(z.minLength(1), z.maxLength(200));
const day = z.string().check(z.maxLength(30));

export const listFacts = defineCall({
  method: 'GET',
  service: 'facts',
  path: '/:datastream',
  summary: 'Variables of a datastream with hour facts',
  session: 'none',
  params: z.object({ datastream }),
  answer: factList,
  errors: ['not-found'],
  example: { params: { datastream: 'sgpmetE13.b1' } },
});

export const readFacts = defineCall({
  method: 'GET',
  service: 'facts',
  path: '/:datastream/:variable',
  summary:
    'Hour facts of a variable: how many samples are valid, bad and missing; mean, min and max',
  session: 'none',
  params: z.object({ datastream, variable }),
  query: z.object({
    /** 'YYYY-MM-DD' or an instant; a day as `to` is included. */
    from: z.optional(day),
    to: z.optional(day),
    /** Hours that are put together to one row; absent: as few as fit into one reply. */
    hours: z.optional(numberText(z.int(), z.minimum(1), z.maximum(8784))),
    /** Absent: the units of the latest year. */
    units: z.optional(z.string().check(z.maxLength(200))),
    /**
     * 'float32': the columns n, bad, indeterminate, missing, mean, min, max one after the other,
     * little-endian.
     */
    format: z._default(z.enum(['json', 'float32']), 'json'),
  }),
  answer: jsonOr(factColumns, 'application/octet-stream'),
  errors: ['bad-request', 'not-found', 'too-large'],
  example: {
    params: { datastream: 'sgpmetE13.b1', variable: 'temp_mean' },
    query: { from: '2019-03-01', to: '2019-03-03' },
  },
});

export const readDistribution = defineCall({
  method: 'GET',
  service: 'facts',
  path: '/:datastream/:variable/distribution',
  summary: 'How often an hourly statistic of a variable has which value',
  session: 'none',
  params: z.object({ datastream, variable }),
  query: z.object({
    statistic: z._default(z.enum(STATISTICS), 'mean'),
    from: z.optional(day),
    to: z.optional(day),
  }),
  answer: distribution,
  errors: ['bad-request', 'not-found'],
  example: { params: { datastream: 'sgpmetE13.b1', variable: 'temp_mean' } },
});

export const searchEvents = defineCall({
  method: 'POST',
  service: 'events',
  path: '/search',
  summary: 'Days on which something happened: hours in which conditions on hourly values hold',
  session: 'none',
  body: eventSearch,
  answer: jsonOr(eventReply, 'text/csv'),
  perMinute: 240,
  errors: ['bad-request', 'not-found', 'timeout', 'unavailable'],
  example: {
    body: {
      clauses: [
        {
          datastream: 'sgpmetE13.b1',
          variable: 'temp_mean',
          statistic: 'mean',
          comparison: '>',
          value: 30,
        },
      ],
      hours: 3,
      reports: ['incorrect'],
      start: '2019-01-01',
      end: '2019-12-31',
    },
  },
});

export const readSentence = defineCall({
  method: 'GET',
  service: 'events',
  path: '/read',
  summary:
    'What a sentence such as "liquid water above 100 for three hours at SGP" means as a search for days',
  session: 'none',
  perMinute: 240,
  query: z.object({
    text: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  }),
  answer: sentence,
  errors: ['unavailable'],
  example: { query: { text: 'temperature above 30 for three hours at SGP' } },
});

export const listDaysExamples = defineCall({
  method: 'GET',
  service: 'events',
  path: '/examples',
  summary:
    'Searches for days that find some in this archive; none while no hour facts have been computed',
  session: 'none',
  perMinute: 60,
  answer: daysExamples,
});

export const daysFeed = defineCall({
  method: 'GET',
  service: 'events',
  path: '/days.atom',
  summary: 'The latest days that a search for days finds, as Atom',
  session: 'none',
  perMinute: 60,
  query: z.object({
    /** What stands behind '#/days?' in the address of the portal. */
    search: z.string().check(z.minLength(1), z.maxLength(4000)),
  }),
  answer: bytes('application/atom+xml'),
  errors: ['bad-request', 'not-found', 'timeout', 'unavailable'],
  example: { query: { search: 'if=sgpmetE13.b1,temp_mean,mean,above,30&hours=3' } },
});

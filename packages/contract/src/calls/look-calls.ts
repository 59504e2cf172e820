// Calls of the screen 'Look': a window of a variable at the width of a screen, one sample, and the
// state behind them.
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { lookReply, lookState, MOST_COLUMNS, sampleReply } from './look.ts';
import { numberText } from './number-text.ts';

const name = z.string().check(z.minLength(1), z.maxLength(200));
const params = z.object({ datastream: name, variable: name });
/** 'YYYY-MM-DD' or an instant, UTC; a day as `to` is included. */
const when = z.optional(z.string().check(z.maxLength(30)));
const example = { datastream: 'sgpmetE13.b1', variable: 'temp_mean' };

/** A person who pans and zooms for a minute, with two variables. */
const PER_MINUTE = 600;

export const readWindow = defineCall({
  method: 'GET',
  service: 'facts',
  path: '/:datastream/:variable/window',
  summary:
    'A variable between two times, as many columns wide as a plot: from its files when near, from hour facts when far',
  session: 'none',
  params,
  query: z.object({
    from: when,
    to: when,
    columns: z._default(numberText(z.int(), z.minimum(1), z.maximum(MOST_COLUMNS)), 1000),
    /** 'facts': never from the files, for a line of many years. */
    source: z._default(z.enum(['any', 'facts']), 'any'),
    /** Absent: the units of the latest file. */
    units: z.optional(z.string().check(z.maxLength(200))),
  }),
  answer: lookReply,
  perMinute: PER_MINUTE,
  errors: ['bad-request', 'not-found', 'timeout', 'unavailable'],
  example: { params: example, query: { from: '2019-03-01', to: '2019-03-03', columns: 600 } },
});

export const readSample = defineCall({
  method: 'GET',
  service: 'facts',
  path: '/:datastream/:variable/sample',
  summary: 'The sample of a variable that is nearest to a time, with what its check says',
  session: 'none',
  params,
  query: z.object({
    time: z.string().check(z.maxLength(40)),
    /** Seconds before and after it that are searched. */
    within: z._default(numberText(z.minimum(0), z.maximum(172_800)), 3600),
  }),
  answer: sampleReply,
  perMinute: PER_MINUTE,
  errors: ['bad-request', 'not-found', 'timeout', 'unavailable'],
  example: { params: example, query: { time: '2019-03-01T12:00:00Z' } },
});

export const readWindowState = defineCall({
  method: 'GET',
  service: 'facts',
  path: '/:datastream/:variable/state',
  summary:
    'A token of the files and reports behind a window of a variable: it changes when a value does',
  session: 'none',
  params,
  query: z.object({ from: when, to: when }),
  answer: lookState,
  perMinute: PER_MINUTE,
  errors: ['bad-request', 'not-found'],
  example: { params: example, query: { from: '2019-03-01', to: '2019-03-03' } },
});

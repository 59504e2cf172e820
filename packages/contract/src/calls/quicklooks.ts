// Calls of the plots: a day as a picture, and as the data that it is drawn from.

import * as z from 'zod/mini';
import { dayAnswer } from '../quicklooks/day.ts';
import { bytes, defineCall } from './call.ts';
import { numberText } from './number-text.ts';

const plotted = {
  ds: z.string().check(z.minLength(1), z.maxLength(200)),
  vn: z.string().check(z.minLength(1), z.maxLength(200)),
};

export const plotOfDay = defineCall({
  method: 'GET',
  service: 'quicklooks',
  path: '/plots/:ds/:vn/:file',
  summary: 'The plot of one variable of a datastream on one day (YYYYMMDD.svg), UTC',
  session: 'none',
  params: z.object({
    ...plotted,
    file: z.string().check(z.regex(/^\d{8}\.svg$/, 'is a day and .svg: 20190101.svg')),
  }),
  query: z
    .object({
      size: z._default(z.enum(['full', 'small']), 'full'),
      theme: z._default(z.enum(['light', 'dark']), 'light'),
      low: z.optional(numberText()),
      high: z.optional(numberText()),
    })
    .check(
      z.refine(({ low, high }) => (low === undefined) === (high === undefined), {
        error: 'low and high of an axis come together',
      }),
      z.refine(({ low = 0, high = 1 }) => low < high && Number.isFinite(high - low), {
        error: 'low is below high',
      }),
    ),
  answer: bytes('image/svg+xml'),
  revalidates: true,
  errors: ['not-found', 'unavailable'],
  example: { params: { ds: 'sgpmetE13.b1', vn: 'temp_mean', file: '20190101.svg' } },
});

export const dataOfDay = defineCall({
  method: 'GET',
  service: 'quicklooks',
  path: '/days/:ds/:vn/:file',
  summary: 'What the plot of a day is drawn from (YYYYMMDD.json): binned values, and reports',
  session: 'none',
  params: z.object({
    ...plotted,
    file: z.string().check(z.regex(/^\d{8}\.json$/, 'is a day and .json: 20190101.json')),
  }),
  query: z.object({ size: z._default(z.enum(['full', 'small']), 'full') }),
  answer: dayAnswer,
  revalidates: true,
  errors: ['not-found', 'unavailable'],
  example: { params: { ds: 'sgpmetE13.b1', vn: 'temp_mean', file: '20190101.json' } },
});

// Values and their description: a month of a datastream as CSV, and as Croissant.
import { Problem } from '@isobar/contract/problem.ts';
import * as z from 'zod';
import { isKnown } from '../../platform/etag.ts';
import type { Http } from '../../platform/http.ts';
import { thingOf } from './describe.ts';
import { CROISSANT_TYPE, croissant } from './formats/croissant.ts';
import type { Months } from './month-data.ts';
import type { Pages } from './pages.ts';
import type { Publisher } from './thing.ts';

const name = z.string().min(1).max(200);
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
/** Reading a month takes work: a person or a program asks for few. */
const PER_MINUTE = 30;
const CACHE = 'public, max-age=300';

export function registerData<S>(
  http: Http<S>,
  { pages, months, publisher }: { pages: Pages; months: Months; publisher: Publisher },
): void {
  http.route({
    method: 'GET',
    url: '/datastream/:name/data/:file',
    summary:
      'The values of a datastream in one month (YYYY-MM.csv): a line of names, then one for each time',
    session: 'none',
    perMinute: PER_MINUTE,
    params: z.object({
      name,
      file: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])\.csv$/, 'is a month and .csv: 2019-01.csv'),
    }),
    act: async ({ params, request, reply }) => {
      const month = params.file.slice(0, 7);
      const made = await months.of(params.name, month);
      if (!made)
        throw new Problem('not-found', `${params.name} has no data in ${month} that can be read.`);
      const etag = `"${made.sha256.slice(0, 40)}"`;
      reply.header('etag', etag).header('cache-control', CACHE);
      if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send();
      return reply.type('text/csv; charset=utf-8').send(Buffer.from(made.csv));
    },
  });
  http.route({
    method: 'GET',
    url: '/datastream/:name/croissant.json',
    summary: 'A datastream as Croissant 1.0, with the values of one month (by default the last)',
    session: 'none',
    perMinute: PER_MINUTE,
    params: z.object({ name }),
    query: z.object({ month: z.string().regex(MONTH, 'is a month: 2019-01').optional() }),
    act: async ({ params, query, reply }) => {
      const sources = await pages.sources();
      const made = await months.of(params.name, query.month);
      const thing = made && (await thingOf(sources, 'datastream', params.name, 'whole'));
      if (!made || !thing)
        throw new Problem('not-found', `${params.name} has no data that can be read as a table.`);
      return reply
        .header('cache-control', CACHE)
        .type(CROISSANT_TYPE)
        .send(croissant(thing, publisher, made, sources.now));
    },
  });
}

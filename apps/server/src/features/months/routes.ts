// Values and their description: a month of a datastream as CSV, and as Croissant.
import { croissantOf, monthOfData } from '@isobar/contract/calls/page-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { thingOf } from '../../core/pages/describe.ts';
import { CROISSANT_TYPE, croissant } from '../../core/pages/formats/croissant.ts';
import type { Months } from '../../core/pages/month-data.ts';
import type { Pages } from '../../core/pages/pages.ts';
import type { Publisher } from '../../core/pages/thing.ts';
import type { Http } from '../../platform/http/http.ts';
import { isKnown } from '../../platform/replies/etag.ts';
import { sendNotes } from '../../platform/replies/send-notes.ts';

const CACHE = 'public, max-age=300';

export function registerData<S>(
  http: Http<S>,
  { pages, months, publisher }: { pages: Pages; months: Months; publisher: Publisher },
): void {
  http.route(monthOfData, async ({ params, request, reply }) => {
    const month = params.file.slice(0, 7);
    const made = await months.of(params.name, month);
    if (!made)
      throw new Problem('not-found', `${params.name} has no data in ${month} that can be read.`);
    const etag = `"${made.sha256.slice(0, 40)}"`;
    reply.header('etag', etag).header('cache-control', CACHE);
    sendNotes(reply, made.notes);
    if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.type('text/csv; charset=utf-8').send(Buffer.from(made.csv));
  });
  http.route(croissantOf, async ({ params, query, reply }) => {
    const sources = await pages.sources();
    const made = await months.of(params.name, query.month);
    const thing = made && (await thingOf(sources, 'datastream', params.name, 'whole'));
    if (!made || !thing)
      throw new Problem('not-found', `${params.name} has no data that can be read as a table.`);
    return reply
      .header('cache-control', CACHE)
      .type(CROISSANT_TYPE)
      .send(croissant(thing, publisher, made, sources.now));
  });
}

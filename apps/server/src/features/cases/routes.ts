// The case illustration: a plot and the frames of an animation for a site and a day.
import {
  type CaseAsked,
  caseAsked,
  caseFrame,
  caseImagesOf,
  casePlot,
} from '@isobar/contract/calls/cases.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { parseCompact } from '@isobar/contract/time.ts';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log/log.ts';
import type { CasePicture, Cases } from '../../ports/cases.ts';

export interface CasesFeature {
  readonly cases: Cases;
  readonly log: Pick<Log, 'warn'>;
}
const KEPT_BYTES = 16 << 20;
const CACHE = 'public, max-age=3600';

export function registerCases<S>(http: Http<S>, { cases, log }: CasesFeature): void {
  const kept = new LRUCache<string, CasePicture>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (picture) => picture.bytes.length + 100,
    ttl: 3_600_000,
  });
  /** What the source throws goes to the log; the user gets 'unavailable'. */
  const ask = async <T>(act: () => Promise<T>): Promise<T> => {
    try {
      return await act();
    } catch (error) {
      log.warn({ err: error }, 'the illustrations of cases cannot be read');
      throw new Problem('unavailable', 'The illustrations of cases cannot be read at the moment.');
    }
  };
  const shown = async (
    key: string,
    reply: FastifyReply,
    read: () => Promise<CasePicture | null>,
  ): Promise<FastifyReply> => {
    const picture = kept.get(key) ?? (await ask(read));
    if (!picture) throw new Problem('not-found', 'There is no illustration of this day.');
    kept.set(key, picture);
    return reply.header('cache-control', CACHE).type(picture.type).send(Buffer.from(picture.bytes));
  };
  http.route(casePlot, async ({ body, query: { theme = 'light' }, reply }) => {
    const of = real(body);
    return await shown(`plot ${of.site} ${of.date} ${theme}`, reply, () => cases.plot(of, theme));
  });
  http.route(caseImagesOf, async ({ body }) => {
    const of = real(body);
    const names = await ask(() => cases.frames(of));
    return {
      images: names.map(
        (name) => `illustration/frames/${of.site}/${of.date}/${encodeURIComponent(name)}`,
      ),
    };
  });
  http.route(caseFrame, async ({ params: { name, ...asked }, reply }) => {
    const of = real(asked);
    const key = `frame ${of.site} ${of.date} ${name}`;
    return await shown(key, reply, () => cases.frame(of, name));
  });
}

/** Throws 'bad-request' if the day or the site is not valid. */
function real(asked: CaseAsked): CaseAsked {
  const read = z.safeParse(caseAsked, asked);
  if (!read.success || parseCompact(asked.date) === null)
    throw new Problem('bad-request', 'A case is a site and a day without dashes: ena, 20160602.');
  return read.data;
}

// Pages that an operator writes as Markdown in the data folder; for some of them a text is shipped.

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writtenPageCall } from '@isobar/contract/calls/page-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyBaseLogger } from 'fastify';
import { pageOf } from '../../core/pages/layout.ts';
import type { Publisher } from '../../core/pages/thing.ts';
import { markdownHtml } from '../../core/quality/report-html.ts';
import type { Http } from '../../platform/http/http.ts';
import { isKnown } from '../../platform/replies/etag.ts';
import { Html, html } from '../../platform/text/html.ts';
import { codeOf } from '../../platform/text/unknown.ts';

const SHIPPED = fileURLToPath(new URL('../../../texts', import.meta.url));
const MOST_BYTES = 200_000;
const CACHE = 'public, max-age=60';

export function registerWrittenPages<S>(
  http: Http<S>,
  { folder, publisher }: { readonly folder: string; readonly publisher: Publisher },
): void {
  http.route(writtenPageCall, async ({ params: { name }, request, reply }) => {
    const text =
      (await textAt(join(folder, `${name}.md`), request.log)) ??
      (await textAt(join(SHIPPED, `${name}.md`), request.log));
    if (text === null) throw new Problem('not-found', `There is no page /about/${name}.`);
    const page = writtenPage(publisher, name, text);
    const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 27)}"`;
    reply.header('cache-control', CACHE).header('etag', etag);
    if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(page);
  });
}

/** The first heading is the title; without one the name is. */
export function writtenPage(publisher: Publisher, name: string, text: string): string {
  const found = /^\s*#[ \t]+(.+)$/m.exec(text);
  const title = found?.[1]?.trim() ?? name;
  const rest = found ? text.replace(found[0], '') : text;
  const body = markdownHtml(rest);
  const plain = body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return pageOf({
    publisher,
    title,
    description: plain,
    path: `/about/${name}`,
    body: html`<div class="page"><main id="main" tabindex="-1"><h1>${title}</h1><div class="set">${new Html(body)}</div></main></div>`,
  });
}

/**
 * Null if there is no such file, or if it cannot be shown, which is logged; the shipped text is
 * shown instead.
 */
async function textAt(path: string, log: FastifyBaseLogger): Promise<string | null> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      if (size > MOST_BYTES) throw new Error(`it is longer than ${MOST_BYTES} bytes`);
      return new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') log.warn({ path, error }, 'a written page is not shown');
    return null;
  }
}

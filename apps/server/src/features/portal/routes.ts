// Serves the built portal under /discovery/ and the configuration that it starts from.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import { type FullConfig, readConfig } from '@isobar/contract/calls/full-config.ts';
import { portalPage, toPortal } from '@isobar/contract/calls/page-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { encodingFor } from '../../core/pages/packed.ts';
import type { Http } from '../../platform/http/http.ts';
import { isKnown } from '../../platform/replies/etag.ts';
import { jsonText, sendText, unchanged } from '../../platform/replies/sent.ts';
import { openPage } from './page.ts';

export interface PortalOptions {
  /** Folder of the built portal. */
  readonly folder: string;
  readonly config: () => Promise<FullConfig>;
}

/** Hashed files never change; everything else is asked for again. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
const ALWAYS_ASK = 'no-cache';

/** GET /, /discovery/… and /discovery/config.json. */
export async function registerPortal<S>(http: Http<S>, options: PortalOptions): Promise<void> {
  const { config } = options;
  http.route(readConfig, async ({ request, reply }) => {
    const text = jsonText(readConfig, await config());
    const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    reply.header('cache-control', ALWAYS_ASK).header('etag', tag);
    if (isKnown(tag, request.headers['if-none-match'])) return unchanged(reply);
    return sendText(readConfig, reply, text);
  });
  http.route(toPortal, async ({ reply }) => reply.redirect(SERVICE_PATHS.portal, 302));
  const file = join(options.folder, 'index.html');
  const isBuilt = existsSync(file);
  const page = openPage(file, config);
  http.route(portalPage, async ({ request, reply }) => {
    if (!isBuilt)
      throw new Problem('unavailable', 'The portal is not built: run npm start, or npm run build.');
    const { tag, body } = await page(encodingFor(request.headers['accept-encoding']));
    reply.header('cache-control', ALWAYS_ASK).header('etag', tag).header('vary', 'accept-encoding');
    if (isKnown(tag, request.headers['if-none-match'])) return reply.code(304).send();
    if (body.encoding) reply.header('content-encoding', body.encoding);
    return reply.type('text/html; charset=utf-8').send(body.bytes);
  });
  if (!isBuilt) return;
  await http.serve({
    root: options.folder,
    prefix: SERVICE_PATHS.portal,
    pages: true,
    caching: (path) => (path.includes('/assets/') ? IMMUTABLE : ALWAYS_ASK),
  });
}

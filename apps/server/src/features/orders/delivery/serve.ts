// Serves deliveries: the folder as a page and as JSON, each file and the whole as a ZIP, all with
// ranges.

import { Readable } from 'node:stream';
import { addressOf } from '@isobar/contract/calls/call.ts';
import {
  deliveredPart,
  deliveryPage,
  deliveryStyle,
} from '@isobar/contract/calls/delivery-calls.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../../core/accounts/session.ts';
import { contentType } from '../../../core/catalogue/media-type.ts';
import { piecesIn, type ZipLayout } from '../../../platform/files/zip-layout.ts';
import type { Http } from '../../../platform/http/http.ts';
import { sendBytes } from '../../../platform/replies/send-bytes.ts';
import type { Blobs } from '../../../ports/blobs.ts';
import { sha256Hex } from '../documents/canonical-json.ts';
import type { Db } from '../order.ts';
import type { OrderSettings } from '../settings.ts';
import { type Opened, openDelivery } from './access.ts';
import { helperPy, helperSh } from './helper-scripts.ts';
import { keptManifests } from './kept-manifests.ts';
import type { LinkSigner } from './links.ts';
import { indexHtml, indexJson, LISTING_STYLE, type ListingInput, transferList } from './listing.ts';
import { blobKey, type DeliveredBlob } from './manifest.ts';

export interface Deliveries {
  readonly db: Db;
  readonly blobs: Blobs;
  readonly links: LinkSigner;
  readonly settings: OrderSettings;
}

/** The folder of an order's delivery, with a slash at the end. */
export const deliveryFolder = (orderId: number): string =>
  `${addressOf(deliveryPage, { orderId })}/`;

/** GET and HEAD of everything below the folder of a delivery. */
export function registerDeliveries(http: Http<Session>, deliveries: Deliveries): void {
  const served = { ...deliveries, manifests: keptManifests(deliveries.blobs) };
  http.route(deliveryStyle, async ({ reply }) => {
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=86400');
    return LISTING_STYLE;
  });
  http.route(
    deliveredPart,
    ({ params, query, session, request, reply }) =>
      serve(served, params.orderId, params['*'], { key: query.key, session, request, reply }),
    { compress: false },
  );
  // To the router, the address of the folder is the same with and without its slash; links in the
  // page need the slash.
  http.route(
    deliveryPage,
    async ({ params, query, session, request, reply }) => {
      const [path = '', search] = request.url.split('?');
      if (!path.endsWith('/'))
        return reply.redirect(`${path}/${search === undefined ? '' : `?${search}`}`, 308);
      return await serve(served, params.orderId, '', {
        key: query.key,
        session,
        request,
        reply,
      });
    },
    { compress: false },
  );
}

interface Visit {
  readonly key: string | undefined;
  readonly session: Session | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function serve(
  deliveries: Deliveries & { readonly manifests: ReturnType<typeof keptManifests> },
  orderId: number,
  name: string,
  { key, session, request, reply }: Visit,
): Promise<FastifyReply> {
  const opened = await openDelivery(deliveries, orderId, session, key);
  reply.header('cache-control', 'private, no-cache');
  const listing = Object.hasOwn(LISTINGS, name) ? LISTINGS[name] : undefined;
  if (listing)
    return reply
      .type(listing.type)
      .send(await listing.text(listingInput(deliveries, opened, listing.signed)));
  if (name === 'all.zip') return sendZip(deliveries.blobs, opened, request, reply);
  const file = opened.kept.byName.get(name);
  if (!file) throw new Problem('not-found', `Order ${orderId} has no such file.`);
  return sendFile(deliveries.blobs, opened, file, request, reply);
}

/** Name -> a list that is made on request; `signed`: it works without a session. */
const LISTINGS: Readonly<
  Record<
    string,
    { type: string; signed: boolean; text: (input: ListingInput) => string | Promise<string> }
  >
> = {
  '': { type: 'text/html; charset=utf-8', signed: false, text: indexHtml },
  'index.html': { type: 'text/html; charset=utf-8', signed: false, text: indexHtml },
  'index.json': {
    type: 'application/json; charset=utf-8',
    signed: false,
    text: (input) => JSON.stringify(indexJson(input)),
  },
  'transfer.txt': { type: 'text/plain; charset=utf-8', signed: true, text: transferList },
  'helper.sh': { type: 'application/x-sh; charset=utf-8', signed: true, text: helperSh },
  'helper.py': { type: 'text/x-python; charset=utf-8', signed: true, text: helperPy },
};

function listingInput(
  { links, settings }: Deliveries,
  { order, kept: { manifest }, query }: Opened,
  signed: boolean,
): ListingInput {
  const key = links.sign('delivery', order.orderId, manifest.expires);
  return {
    manifest,
    // What works without a session is used elsewhere and names this host; everything else is for
    // the person who is here now.
    base: `${signed ? settings.url : ''}${deliveryFolder(order.orderId)}`,
    query: signed ? `?key=${encodeURIComponent(key)}` : query,
    title: settings.title,
  };
}

function sendFile(
  blobs: Blobs,
  { order, kept: { manifest } }: Opened,
  file: DeliveredBlob,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = blobKey(order.orderId, file.name);
  const base = file.name.split('/').at(-1) ?? file.name;
  reply
    .type(documentType(base))
    .header(
      'content-disposition',
      `${file.kind === 'data' ? 'attachment' : 'inline'}; filename*=UTF-8''${encodeURIComponent(base)}`,
    )
    .header('digest', `sha-256=${Buffer.from(file.sha256, 'hex').toString('base64')}`);
  return sendBytes(request, reply, {
    size: file.bytes,
    etag: `"${file.sha256.slice(0, 40)}"`,
    modified: manifest.made,
    read: (start, end) => blobs.read(key, { start, end }),
  });
}

function sendZip(
  blobs: Blobs,
  { order, kept }: Opened,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const name = `order-${order.orderId}`;
  const { manifest } = kept;
  const layout = kept.zip();
  reply.type('application/zip').header('content-disposition', `attachment; filename="${name}.zip"`);
  const content = sha256Hex(manifest.files.map((f) => `${f.name} ${f.sha256}`).join('\n'));
  return sendBytes(request, reply, {
    size: layout.length,
    etag: `"zip-${content.slice(0, 40)}"`,
    modified: manifest.made,
    read: async (start, end) => Readable.from(zipBytes(blobs, order.orderId, layout, start, end)),
  });
}

async function* zipBytes(
  blobs: Blobs,
  orderId: number,
  layout: ZipLayout,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (const { piece, from, to } of piecesIn(layout, start, end)) {
    if ('own' in piece) yield piece.own.subarray(from, to);
    else yield* await blobs.read(blobKey(orderId, piece.entry.name), { start: from, end: to });
  }
}

const documentType = (name: string): string =>
  name === 'SHA256SUMS' || name.endsWith('.cff') ? 'text/plain; charset=utf-8' : contentType(name);

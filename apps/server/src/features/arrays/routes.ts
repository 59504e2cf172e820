// Arrays over HTTP: the description of a datastream's present state, keys of its Zarr stores, and
// DAP2.
import { createHash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import {
  describeArrays,
  readArrayByDap,
  readArrayKey,
} from '@isobar/contract/calls/array-calls.ts';
import { type ArrayVariant, readArrayName } from '@isobar/contract/calls/arrays.ts';
import { addressOf } from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { orderLink } from '../../core/orders/order-link.ts';
import type { DescribeFiles } from '../../core/series/fill-rows.ts';
import { fillRows } from '../../core/series/fill-rows.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { callerAddress } from '../../platform/admission/caller.ts';
import type { CountExchange } from '../../platform/admission/count-exchange.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Urgency } from '../../platform/pool/kinds.ts';
import { isKnown } from '../../platform/replies/etag.ts';
import { prefersHtml } from '../../platform/replies/prefers-html.ts';
import { sendBytes } from '../../platform/replies/send-bytes.ts';
import { jsonText, sendText, unchanged } from '../../platform/replies/sent.ts';
import { shared } from '../../platform/text/shared.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Store } from '../../store/open.ts';
import type { PerformArray } from './array-job.ts';
import { arrayReply, dapAttributes, stateAttributes } from './array-reply.ts';
import { BeforeReaders } from './before-readers.ts';
import { ENCODING } from './block-tags.ts';
import { Blocks } from './blocks.ts';
import { BUDGETS, Budget, OverBudget, type Taker } from './budget.ts';
import { dapVersion, dasOf, ddsOf } from './dap.ts';
import { checkSize, neededFor, readConstraint } from './dap-constraint.ts';
import { dapDialect } from './dap-dialect.ts';
import { bytesOfChunk } from './description.ts';
import { EvenPace } from './even-pace.ts';
import { Grids } from './grids.ts';
import { keptBlocks } from './kept-blocks.ts';
import { dapValues } from './send-dap.ts';
import { type OpenState, States } from './states.ts';
import { dapPage, zarrPage } from './store-pages.ts';
import { readKey } from './zarr.ts';
import { zarrListing } from './zarr-listing.ts';

type PendingFiles = Parameters<DescribeFiles>[0];

export interface ArraysFeature {
  readonly store: Store;
  readonly tables: () => Promise<CuratedTables>;
  readonly log: Log;
  readonly perform: PerformArray;
  /** How many of them at once, at most. */
  readonly atOnce: number;
  /** Starts so many threads for them before they come. */
  readonly warm: (threads: number) => void;
  /** `urgency` absent: a client waits for it. */
  readonly describe: (files: PendingFiles, urgency?: () => Urgency) => ReturnType<DescribeFiles>;
  /** Where encoded blocks are kept, and how many bytes of them. */
  readonly blobs: Blobs;
  readonly mostBytes: number;
  /** Days for which an address is answered after its state was replaced. */
  readonly days: number;
  /** Address of this installation, without a slash at its end. */
  readonly url: string;
  readonly title: string;
  /** Whether the archive's values are simulated, which pages state. */
  readonly simulated: boolean;
  readonly version: string;
  /** Counts with other web processes; absent: there are none. */
  readonly exchange?: CountExchange | undefined;
  readonly now?: () => number;
  /** Of StatesInput. */
  readonly waitMs?: number;
  /** Of BeforeReadersInput. */
  readonly quietMs?: number;
}

/** What the address stands for never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

export function registerArrays<S extends { readonly personId: string }>(
  http: Http<S>,
  feature: ArraysFeature,
): void {
  const { store, url } = feature;
  const filling = shared<void>();
  const states: States = new States({
    ...feature,
    db: store.db,
    onMissing: () => feature.warm(feature.atOnce),
    onOpened: (state) => before.opened(state),
    fill: (datastream) =>
      filling(datastream, () => fillAll(feature, datastream, () => states.urgencyOf(datastream))),
    orderLink: (datastream) => orderLink(url, datastream),
    presentAddress: (datastream) => `${url}${addressOf(describeArrays, { datastream })}`,
  });
  const kept = keptBlocks(feature);
  // A block that is still being written when the server stops is written whole, and nothing appears
  // in its folder later.
  http.app.addHook('onClose', async () => {
    await before.close();
    await kept.settled();
  });
  const blocks = new Blocks({ db: store.db, states, perform: feature.perform, kept });
  const before = new BeforeReaders({ ...feature, blocks });
  const budget = new Budget(feature.now, feature.exchange);
  const pace = new EvenPace();
  const { perform } = feature;
  const changed = (state: OpenState, what: string) => states.changed(state, what);
  const grids = new Grids({ db: store.db, perform, kept, changed });
  const answers: Answers = { feature, states, grids, blocks, before, budget };

  http.route(describeArrays, async ({ params, request, reply }) => {
    const state = await states.now(params.datastream);
    const text = jsonText(describeArrays, arrayReply(url, state));
    const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (isKnown(etag, request.headers['if-none-match'])) return unchanged(reply);
    return sendText(describeArrays, reply, text);
  });
  http.route(readArrayKey, async ({ params, session, request, reply }) => {
    const { datastream, state, store: name, '*': key } = params;
    const { open, variant } = await namedArray(answers, datastream, state, name, reply);
    return await sendKey(answers, { open, variant, key, taker: takerOf(session) }, request, reply);
  });
  http.route(
    readArrayByDap,
    async ({ params, session, request, reply }) => {
      const { datastream, state, answer } = params;
      const taker = takerOf(session);
      await pace.keep(taker.key);
      const named = await namedArray(answers, datastream, state, answer, reply);
      if (answer.endsWith('.zarr'))
        return await sendKey(answers, { ...named, key: '', taker }, request, reply);
      const [, , suffix = 'html'] = answer.split('.');
      return await sendDap(answers, { ...named, taker }, suffix, request, reply);
    },
    { dialect: dapDialect, compress: false },
  );
}

interface Answers {
  readonly feature: ArraysFeature;
  readonly states: States;
  readonly grids: Grids;
  readonly blocks: Blocks;
  readonly before: BeforeReaders;
  readonly budget: Budget;
}

interface Of {
  readonly open: OpenState;
  readonly variant: ArrayVariant;
  readonly taker: Taker;
}

async function fillAll(
  { store, describe }: ArraysFeature,
  datastream: string,
  urgency: () => Urgency,
): Promise<void> {
  const input = { store, describe: (files: PendingFiles) => describe(files, urgency) };
  for await (const _ of fillRows(input, datastream));
}

const takerOf = (session: { readonly personId: string } | null): Taker =>
  session
    ? { key: `person ${session.personId}`, most: BUDGETS.token }
    : { key: `address ${callerAddress()}`, most: BUDGETS.address };

/** `name`: of a store or an answer of the state. A refusal says where to go on. */
async function namedArray(
  answers: Answers,
  datastream: string,
  state: string,
  name: string,
  reply: FastifyReply,
): Promise<Pick<Of, 'open' | 'variant'>> {
  const { states, grids, before } = answers;
  const { variant, step } = readArrayName(name);
  try {
    const whole = await states.named(datastream, state);
    const open = step === undefined ? whole : await grids.of(whole, step);
    before.asked(open, variant);
    return { variant, open };
  } catch (error) {
    tellReader(error, reply);
    throw error;
  }
}

/**
 * Where to go on, in headers, and in the reason of the status: Python shows this line alone, and
 * neither the body nor a header, when it cannot read a chunk.
 */
function tellReader(error: unknown, reply: FastifyReply): void {
  if (error instanceof OverBudget) reply.header('retry-after', Math.ceil(error.seconds));
  if (!(error instanceof Problem)) return;
  const sentence = error.message.replace(/[^\x20-\x7e]/g, '?').slice(0, LONGEST_REASON);
  reply.raw.statusMessage = `${STATUS_CODES[error.status]}. ${sentence}`;
  if (error.code !== 'gone') return;
  const address = error.details?.find(({ path }) => path === 'address')?.reason;
  if (address) reply.header('link', `<${address}>; rel="successor-version"`);
}

/** Characters of a line that every client takes. */
const LONGEST_REASON = 500;

async function sendKey(
  { feature, blocks, budget }: Answers,
  { open, variant, key, taker }: Of & { readonly key: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { description } = open;
  const found = readKey({ description, attributes: () => stateAttributes(open, variant) }, key);
  if (!found) throw new Problem('not-found', 'There is no such key.');
  const etag = `"${open.state}-${createHash('sha1')
    .update(`${ENCODING}/${variant}/${description.grid?.step ?? ''}/${key}`)
    .digest('base64url')}"`;
  reply.header('cache-control', FOR_EVER);
  try {
    if (found.is === 'json') return sendJson(found.json, etag, request, reply);
    if (found.is === 'names') {
      reply.header('vary', 'accept').type('text/html; charset=utf-8');
      const isPage = key === '' && prefersHtml(request.headers.accept);
      const path = request.url.replace(/\/?(?:\?.*)?$/s, '/');
      return reply.send(isPage ? zarrPage(feature, open, variant) : zarrListing(path, found.names));
    }
    const { variable, row } = found;
    if (isKnown(etag, request.headers['if-none-match'])) {
      await blocks.check(open, variable, row);
      return reply.header('etag', etag).code(304).send();
    }
    reply.type('application/octet-stream');
    request.headers['x-no-compression'] = 'it is compressed'; // which the middleware would not see
    const modified = Math.floor(open.madeAt / 1000);
    budget.take(taker, bytesOfChunk(variable)); // HEAD has to make it, too
    const chunk = await blocks.chunk(open, variant, variable, row);
    return await sendBytes(request, reply, {
      size: chunk.length,
      etag,
      modified,
      read: async (start, end) => chunk.subarray(start, end),
    });
  } catch (error) {
    tellReader(error, reply);
    throw error;
  }
}

function sendJson(
  json: unknown,
  etag: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.header('etag', etag);
  if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send();
  return reply.type('application/json').send(JSON.stringify(json));
}

async function sendDap(
  { feature, blocks, budget }: Answers,
  { open, variant, taker }: Of,
  suffix: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('cache-control', FOR_EVER);
  const { description, datastream } = open;
  const send = (kind: string, text: string) =>
    reply.header('content-description', kind).type('text/plain; charset=utf-8').send(text);
  const picks = () =>
    readConstraint(constraintOf(request), description.variables, description.rows);
  switch (suffix) {
    case 'ver':
      return send('dods-version', dapVersion(feature.version));
    case 'dds':
      return send('dods-dds', ddsOf(datastream, picks()));
    case 'das':
      return send('dods-das', dasOf(description, dapAttributes(open, variant)));
    case 'dods':
      break;
    default:
      return reply.type('text/html; charset=utf-8').send(dapPage(feature, open, variant));
  }
  const wanted = picks();
  checkSize(wanted);
  try {
    const needed = neededFor(wanted, `${open.id} ${variant} ${description.grid?.step ?? ''}`);
    // HEAD reads what comes first, which may be refused.
    budget.takeParts(taker, request.method === 'HEAD' ? needed.slice(0, 1) : needed);
    const { length, stream } = await dapValues(blocks, open, variant, wanted);
    return await reply
      .header('content-description', 'dods-data')
      .header('content-length', length)
      .type('application/octet-stream')
      .send(stream);
  } catch (error) {
    tellReader(error, reply);
    throw error;
  }
}

/**
 * The query as it was sent: brackets and colons are percent-encoded by some clients, and are no
 * parameters.
 */
function constraintOf(request: FastifyRequest): string {
  const query = /\?(.*)$/s.exec(request.raw.url ?? '')?.[1] ?? '';
  try {
    return decodeURIComponent(query.replaceAll('+', ' '));
  } catch {
    throw new Problem('bad-request', 'The constraint is not percent-encoded as it should be.');
  }
}

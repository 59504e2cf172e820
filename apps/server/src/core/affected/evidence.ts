// What is kept of a delivery so that it can be compared with the archive later: small holdings, and
// its inputs, compressed.
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { DQR_FILTERS } from '@isobar/contract/orders/request.ts';
import type { Span } from '@isobar/contract/orders/span.ts';
import type { AffectedSpan, Holding } from '@isobar/contract/quality/affected.ts';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Tables } from '../../store/tables.ts';

type Db = Kysely<Tables>;

const range = z.object({ start: z.number(), end: z.number() });

/** A report's span as it was in force; a null start or end is open. */
const keptSpan = z.object({
  id: z.string(),
  datastream: z.string(),
  code: z.number(),
  start: z.nullable(z.number()),
  end: z.nullable(z.number()),
  variables: z.array(z.string()),
});

const keptHoldings = z.object({
  /** Whether it came from the demonstration archive. */
  simulated: z.boolean(),
  /** One for each selection that something was delivered of. */
  holdings: z.array(
    z.object({
      /** Number of the selection in the request. */
      selection: z.number(),
      datastream: z.string(),
      variables: z.array(z.string()),
      ranges: z.array(range),
      masks: z.array(
        z.object({ variables: z.union([z.literal('all'), z.array(z.string())]), ...range.shape }),
      ),
      /** Spans of inputs that were delivered as archived, whatever was to be masked. */
      copied: z.array(range),
      /** Classes of reports whose values the order masks. */
      filters: z.array(z.enum(DQR_FILTERS)),
      /** Files were joined, so that one changed file changes all of them. */
      joined: z.boolean(),
      /** It was made into one file with other selections, so that a change of any changes all. */
      together: z.boolean(),
    }),
  ),
  /** Reports on these data that were in force then. */
  reports: z.array(keptSpan),
});
export type KeptHoldings = z.infer<typeof keptHoldings>;
export type KeptHolding = KeptHoldings['holdings'][number];

const keptInput = z.object({
  datastream: z.string(),
  file: z.string(),
  path: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  start: z.number(),
  end: z.number(),
  /** Numbers of holdings. */
  holdings: z.array(z.number()),
  /** Names in the delivery of what was made of it. */
  delivered: z.array(z.string()),
});
const keptInputs = z.array(keptInput);
export type KeptInput = z.infer<typeof keptInput>;

export interface Evidence {
  readonly orderId: number;
  /** Seconds UTC. */
  readonly madeAt: number;
  readonly checkedAt: number | null;
  readonly kept: KeptHoldings;
  readonly inputs: readonly KeptInput[];
}

/** Names in a delivery that are kept of one input. */
export const NAMES_KEPT = 4;

const packed = (value: unknown): Uint8Array => zstdCompressSync(JSON.stringify(value));
/**
 * Larger than the inputs of any order, and smaller than what a damaged row could make of memory.
 */
const MOST_BYTES = 256 << 20;

/** JSON that `packed` compressed. */
export const unpackedJson = (bytes: Uint8Array): unknown =>
  JSON.parse(zstdDecompressSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8'));
export const packedJson = packed;

/** Replaces what was kept of an earlier round of the order. It is due for a comparison then. */
export async function keepEvidence(
  db: Db,
  { orderId, madeAt, kept, inputs }: Omit<Evidence, 'checkedAt'>,
): Promise<void> {
  const row = {
    made_at: madeAt,
    holdings: JSON.stringify(kept),
    inputs: packed(inputs),
    checked_at: null,
  };
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('order_evidence')
      .values({ order_id: orderId, ...row })
      .onConflict((c) => c.column('order_id').doUpdateSet(row))
      .execute();
    await trx.deleteFrom('order_holds').where('order_id', '=', orderId).execute();
    await trx.deleteFrom('order_changes').where('order_id', '=', orderId).execute();
    const names = new Set(kept.holdings.map(({ datastream }) => datastream));
    if (names.size > 0)
      await trx
        .insertInto('order_holds')
        .values([...names].map((datastream) => ({ datastream, order_id: orderId })))
        .execute();
  });
}

export async function findEvidence(db: Db, orderId: number): Promise<Evidence | null> {
  const row = await db
    .selectFrom('order_evidence')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    orderId,
    madeAt: Number(row.made_at),
    checkedAt: row.checked_at === null ? null : Number(row.checked_at),
    kept: keptHoldings.parse(JSON.parse(row.holdings)),
    inputs: keptInputs.parse(unpackedJson(row.inputs)),
  };
}

/** A report's span as JSON can hold it. */
export const keepSpan = (span: AffectedSpan & { readonly id: string }) => ({
  id: span.id,
  datastream: span.datastream,
  code: span.code,
  start: Number.isFinite(span.start) ? span.start : null,
  end: Number.isFinite(span.end) ? span.end : null,
  variables: [...span.variables],
});

export const keptSpanOf = (
  span: KeptHoldings['reports'][number],
): AffectedSpan & { readonly id: string } => ({
  ...span,
  start: span.start ?? Number.NEGATIVE_INFINITY,
  end: span.end ?? Number.POSITIVE_INFINITY,
});

export const holdingOf = ({ datastream, variables, ranges }: KeptHolding): Holding => ({
  datastream,
  variables,
  ranges,
});

/** The span of a file in whole seconds. */
export const wholeSeconds = ({ start, end }: Span): Span => ({
  start: Math.floor(start),
  end: Math.floor(end),
});

/** Removes what was kept of deliveries that were made before then and are not citable. */
export async function forgetEvidence(db: Db, before: number): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('order_evidence')
      .select('order_id')
      .where('made_at', '<', before)
      .where('order_id', 'not in', (e) => e.selectFrom('cited_orders').select('order_id'))
      .limit(500)
      .execute();
    if (rows.length === 0) return;
    await removeEvidence(
      db,
      rows.map((row) => row.order_id),
    );
  }
}

export async function removeEvidence(db: Db, orderIds: readonly number[]): Promise<void> {
  for (const table of [
    'order_evidence',
    'order_holds',
    'order_changes',
    'affected_notices',
  ] as const)
    await db
      .deleteFrom(table)
      .where('order_id', 'in', [...orderIds])
      .execute();
}

// Calls of drafts. Programs prepare and read them; placing and discarding is left to their owner's
// browser.

import { SERVICE_PATHS } from '@isobar/contract/calls/config.ts';
import {
  discardDraft,
  draftRequest,
  listDrafts,
  makeDraft,
  type OrderDraft,
  placeDraft,
  readDraft,
} from '@isobar/contract/calls/draft-calls.ts';
import type { OrderCreated } from '@isobar/contract/calls/orders.ts';
import { type OrderRequest, orderRequest } from '@isobar/contract/orders/request.ts';
import { Problem } from '@isobar/contract/problem.ts';
import * as z from 'zod';
import type { Session } from '../../../core/accounts/session.ts';
import type { CuratedTables } from '../../../core/tables/curated-tables.ts';
import type { Http } from '../../../platform/http/http.ts';
import type { Log } from '../../../platform/log/log.ts';
import { recordOf } from '../../../platform/text/unknown.ts';
import { assess, reviewOf } from '../assess.ts';
import { readOrderForm } from '../form.ts';
import type { Db } from '../order.ts';
import type { OrderSettings } from '../settings.ts';
import {
  type DraftRow,
  draftsOf,
  listedDraftOf,
  noteDiscarded,
  notePlaced,
  ownDraft,
  storeDraft,
} from './stored-drafts.ts';

export interface DraftsFeature {
  readonly db: Db;
  readonly log: Log;
  readonly tables: () => Promise<CuratedTables>;
  readonly settings: Pick<OrderSettings, 'url' | 'maximumOrderBytes' | 'maximumFiles'>;
  readonly place: (personId: string, request: OrderRequest) => Promise<OrderCreated>;
  /** Seconds UTC; absent: now. */
  readonly now?: () => number;
}

/** What a chat can hold; larger selections are made in the portal. */
const DRAFT_BYTES = 512 << 10;

export function registerDrafts(http: Http<Session>, feature: DraftsFeature): void {
  const { db, log, tables, settings, place } = feature;
  const now = feature.now ?? (() => Math.floor(Date.now() / 1000));
  const told = async (row: DraftRow): Promise<OrderDraft> => {
    const { selectedData, ...rest } = requestOf(row);
    const { maximumOrderBytes } = settings;
    const review = reviewOf(
      await tables(),
      { selectedData, ...rest },
      Number(row.bytes),
      maximumOrderBytes,
    );
    return {
      ...listedDraftOf(row, now()),
      review: review === 'Restricted' || review === 'Oversize' ? review : null,
      selectedData,
      url: `${settings.url}${SERVICE_PATHS.portal}#/orders/drafts/${row.draft_id}`,
    };
  };
  http.route(
    makeDraft,
    async ({ session, request }) => {
      const { selectedData, client } = recordOf(request.body);
      const named = z.safeParse(draftRequest.shape.client, client);
      if (!named.success) throw new Problem('bad-request', 'body.client: is no name of a program');
      const { order } = await readOrderForm({ body: { selectedData } });
      const limits = {
        maximumBytes: settings.maximumOrderBytes,
        maximumFiles: settings.maximumFiles,
      };
      const { files, bytes } = await assess(db, await tables(), order, limits);
      const row = await storeDraft(
        db,
        {
          personId: session.personId,
          selected: JSON.stringify(order.selectedData),
          files,
          bytes,
          token: session.token ?? '',
          client: named.data ?? '',
        },
        now(),
      );
      const { draft_id: draft, token } = row;
      log.info({ draft, token, client: row.client, person: session.personId }, 'draft prepared');
      return await told(row);
    },
    { bodyLimit: DRAFT_BYTES },
  );
  http.route(listDrafts, async ({ session }) => ({
    drafts: (await draftsOf(db, session.personId)).map((row) => listedDraftOf(row, now())),
  }));
  http.route(
    readDraft,
    async ({ params, session }) =>
      await told(await ownDraft(db, params.draftId, session.personId, now())),
  );
  http.route(placeDraft, async ({ params: { draftId }, session: { personId } }) => {
    const row = await ownDraft(db, draftId, personId, now());
    const placed = await place(personId, requestOf(row));
    await notePlaced(db, draftId, placed.orderId);
    log.info({ draft: draftId, order: placed.orderId, person: personId }, 'draft placed');
    return placed;
  });
  http.route(discardDraft, async ({ params: { draftId }, session: { personId } }) => {
    const row = await ownDraft(db, draftId, personId, now());
    if (!(await noteDiscarded(db, draftId)))
      throw new Problem('conflict', 'The order of this draft was placed.');
    log.info({ draft: draftId, person: personId }, 'draft discarded');
    return listedDraftOf({ ...row, state: 'discarded' }, now());
  });
}

/** The order of a draft. Its key makes one order of several clicks. */
const requestOf = (row: DraftRow): OrderRequest =>
  orderRequest.parse({
    selectedData: JSON.parse(row.selected),
    idempotencyKey: `draft-${row.draft_id}`,
  });

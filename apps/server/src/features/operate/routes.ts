// The pages for operators, as calls: everything needs the role, and everything that is done is noted in the log.
import {
  OPERATE,
  ORDER_ACTS,
  ORDER_STATES,
  PERSON_ACTS,
  tableChange,
} from '@isobar/contract/calls/operate.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import * as z from 'zod';
import { requireRole } from '../../core/accounts/roles.ts';
import type { Session } from '../../core/accounts/session.ts';
import { listActs, noteAct, type Operator } from '../../core/operators/audit.ts';
import { readMaintenance, writeMaintenance } from '../../core/operators/maintenance.ts';
import type { TableFile } from '../../core/tables/schemas.ts';
import { isTableFile, TABLE_FILES } from '../../core/tables/table-editor.ts';
import { forgetMissing, listMissing } from '../../core/words/counts.ts';
import type { Http } from '../../platform/http.ts';
import type { OperateFeature } from './feature.ts';
import { harvestLines } from './harvest-lines.ts';
import { jobsOf, ordersOf } from './orders.ts';
import { overviewOf } from './overview.ts';
import { actOnPerson, peopleOf } from './people.ts';
import { tableReply } from './tables.ts';

const ACTS = 500;
const WORDS = 500;
const PER_MINUTE = 240;
const TABLE_BODY = 8 << 20;
const words = z.string().trim().max(2000).default('');

export function registerOperate(http: Http<Session>, feature: OperateFeature): void {
  const { db, home } = feature;
  /** Throws 'forbidden' for everybody else. */
  const asOperator = async (session: Session | null): Promise<Operator> => {
    const { personId, nameFirst, nameLast, userName } = session!; // the routes require one
    await requireRole(db, personId, 'operator');
    return { personId, name: `${nameFirst} ${nameLast}`.trim() || userName };
  };
  const shown = { session: 'required', perMinute: PER_MINUTE } as const;
  const get = <Q extends z.ZodType>(
    path: string,
    summary: string,
    query: Q,
    answer: (query: z.output<Q>) => Promise<unknown>,
  ): void =>
    http.route({
      ...shown,
      method: 'GET',
      url: `${OPERATE}${path}`,
      summary,
      query,
      act: async ({ session, query: asked }) => {
        await asOperator(session);
        return await answer(asked as z.output<Q>); // what `query` gave
      },
    });
  const nothing = z.object({});

  get('', 'How the installation is', nothing, () => overviewOf(feature));
  get(
    '/orders',
    'Orders that wait for approval, are under way or failed',
    z.object({ state: z.enum(ORDER_STATES).default('review') }),
    ({ state }) => ordersOf(feature, state),
  );
  get('/jobs', 'What is at work, waits or failed', nothing, () => jobsOf(db));
  get('/harvest', 'What the harvest could not file or found wanting', nothing, async () =>
    harvestLines(await feature.harvestReport()),
  );
  get(
    '/people',
    'People of this installation',
    z.object({ find: z.string().max(200).default('') }),
    ({ find }) => peopleOf(db, find),
  );
  get('/words', 'Words that found nothing', nothing, async () => ({
    learns: feature.learns,
    words: await listMissing(db, WORDS),
  }));
  get(
    '/log',
    'What operators did, the latest first',
    z.object({ before: z.coerce.number().int().positive().optional() }),
    async ({ before }) => {
      const acts = await listActs(db, ACTS + 1, before);
      return {
        more: acts.length > ACTS,
        acts: acts.slice(0, ACTS).map((act) => ({ ...act, at: formatInstant(act.at) })),
      };
    },
  );
  get('/tables', 'The curated tables', nothing, async () => ({
    tables: (await feature.tables.list()).map(({ changedAt, ...table }) => ({
      ...table,
      changedAt: changedAt === null ? null : formatInstant(changedAt),
    })),
  }));

  http.route({
    ...shown,
    method: 'POST',
    url: `${OPERATE}/orders/act`,
    summary: 'Approves, refuses (with words), pauses, resumes, cancels or retries an order',
    body: z.object({ orderId: z.number().int().positive(), act: z.enum(ORDER_ACTS), words }),
    act: async ({ session, body }) => {
      const operator = await asOperator(session);
      await feature.orderActs[body.act](body.orderId, body.words);
      await noteAct(db, operator, {
        action: `order.${body.act}`,
        subject: `order ${body.orderId}`,
        note: body.words,
      });
      return { done: true };
    },
  });
  http.route({
    ...shown,
    method: 'POST',
    url: `${OPERATE}/people/act`,
    summary:
      'Gives or takes a role, signs out everywhere, ends a token, lets an account expire or lifts that',
    body: z.object({ userName: z.string().min(1).max(200), act: z.enum(PERSON_ACTS) }),
    act: async ({ session, body }) => {
      const operator = await asOperator(session);
      await actOnPerson(db, operator, body.userName, body.act);
      return { done: true };
    },
  });
  http.route({
    ...shown,
    method: 'PUT',
    url: `${OPERATE}/maintenance`,
    summary: 'The message that every visitor sees; empty takes it away',
    body: z.object({ message: z.string().max(2000) }),
    act: async ({ session, body }) => {
      const operator = await asOperator(session);
      await writeMaintenance(home, body.message);
      const note = await readMaintenance(home);
      await noteAct(db, operator, {
        action: 'maintenance',
        subject: note ? 'set' : 'taken away',
        note,
      });
      return { done: true };
    },
  });
  http.route({
    ...shown,
    method: 'POST',
    url: `${OPERATE}/words/forget`,
    summary: 'Counts words that find nothing from the start',
    act: async ({ session }) => {
      const operator = await asOperator(session);
      await forgetMissing(db);
      await noteAct(db, operator, { action: 'words.forget', subject: 'words that found nothing' });
      return { done: true };
    },
  });
  http.route({
    ...shown,
    method: 'POST',
    url: `${OPERATE}/index`,
    summary: 'Makes the search index anew from the files and the tables',
    act: async ({ session }) => {
      const operator = await asOperator(session);
      if ((await feature.index.state()).building)
        throw new Problem('conflict', 'The search index is being made already.');
      await noteAct(db, operator, { action: 'index.rebuild', subject: 'search index' });
      feature.index.rebuild();
      return { done: true };
    },
  });
  registerTables(http, feature, asOperator);
}

const tableName = z.object({
  file: z
    .string()
    .refine((name) => isTableFile(name), `is none of ${TABLE_FILES.join(', ')}`)
    .transform((name) => name as TableFile), // checked just before
});

function registerTables(
  http: Http<Session>,
  { db, tables }: OperateFeature,
  asOperator: (session: Session | null) => Promise<Operator>,
): void {
  const url = `${OPERATE}/tables/:file`;
  http.route({
    method: 'GET',
    url,
    summary: 'Rows of a curated table that hold a text',
    session: 'required',
    perMinute: PER_MINUTE,
    params: tableName,
    query: z.object({
      find: z.string().max(200).default(''),
      from: z.coerce.number().int().min(0).default(0),
    }),
    act: async ({ session, params, query }) => {
      await asOperator(session);
      return tableReply(await tables.read(params.file), query.find, query.from);
    },
  });
  http.route({
    method: 'POST',
    url,
    summary: 'What a change of a curated table would do; with keep it is kept',
    session: 'required',
    perMinute: 60,
    bodyLimit: TABLE_BODY,
    params: tableName,
    body: tableChange,
    act: async ({ session, params, body }) => {
      const operator = await asOperator(session);
      const told = await tables.change(params.file, body.digest, body.changes, body.keep);
      if (told.kept !== null) {
        const { added, changed, removed } = told;
        const note = `${added.length} added, ${changed.length} changed, ${removed.length} removed`;
        await noteAct(db, operator, { action: 'table.save', subject: params.file, note });
      }
      return told;
    },
  });
  http.route({
    method: 'POST',
    url: `${url}/restore`,
    summary: 'A former state of a curated table in force again',
    session: 'required',
    perMinute: 60,
    params: tableName,
    body: z.object({ name: z.string().regex(/^\d{10,12}-[0-9a-f]{8}\.csv$/) }),
    act: async ({ session, params, body }) => {
      const operator = await asOperator(session);
      await tables.restore(params.file, body.name);
      await noteAct(db, operator, {
        action: 'table.restore',
        subject: params.file,
        note: body.name,
      });
      return { done: true };
    },
  });
}

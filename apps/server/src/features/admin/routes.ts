// The pages for operators, as calls: all need the role, and every act is logged.

import {
  actOnAccount,
  actOnOrder,
  addAccount,
  answerMessage,
  auditLog,
  changeTable,
  forgetWords,
  harvestReport,
  jobsAtWork,
  listPeople,
  listTables,
  missingWords,
  ordersToWatch,
  overview,
  readTable,
  rebuildIndex,
  restoreTable,
  setBetaFeature,
  setMaintenance,
  supportInbox,
  switchLearning,
} from '@isobar/contract/calls/admin-calls.ts';
import type { Answer, AnswerOf, Call, MaybeSchema } from '@isobar/contract/calls/call.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import { type Session, writtenBy } from '../../core/accounts/session.ts';
import { listActs, noteAct } from '../../core/audit/audit.ts';
import type { TableFile } from '../../core/tables/schemas.ts';
import { isTableFile, TABLE_FILES } from '../../core/tables/table-editor.ts';
import { forgetMissing, listMissing, productUse } from '../../core/words/counts.ts';
import { isLearning, setLearning } from '../../core/words/learning.ts';
import type { Http } from '../../platform/http/http.ts';
import type { Parsed } from '../../platform/http/route.ts';
import type { AdminFeature } from './feature.ts';
import { harvestLines } from './harvest-lines.ts';
import { jobsOf, ordersOf } from './orders.ts';
import { overviewOf } from './overview.ts';
import { actOnPerson, addAccountFor, peopleOf, setBetaOf } from './people.ts';
import { tableReply } from './tables.ts';

const ACTS = 500;
const WORDS = 500;
const TABLE_BODY = 8 << 20;

export function registerAdmin(http: Http<Session>, feature: AdminFeature): void {
  const { db } = feature;
  const shown = <Q extends MaybeSchema, A extends Answer>(
    call: Call<undefined, Q, undefined, A, 'required'>,
    answer: (query: Parsed<Q>) => Promise<AnswerOf<A>>,
  ): void => http.route(call, async ({ query }) => await answer(query));

  const learning = async (): Promise<'on' | 'off' | 'never'> => {
    if (!feature.learns) return 'never';
    return (await isLearning(db)) ? 'on' : 'off';
  };

  shown(overview, () => overviewOf(feature));
  shown(ordersToWatch, ({ state }) => ordersOf(feature, state));
  shown(jobsAtWork, () => jobsOf(db));
  shown(harvestReport, async () => harvestLines(await feature.harvestReport()));
  shown(listPeople, ({ find }) => peopleOf(db, find));
  shown(supportInbox, ({ state }) => feature.support.list(state));
  shown(missingWords, async () => ({
    learns: await learning(),
    used: feature.learns ? await productUse(db) : [],
    words: await listMissing(db, WORDS),
  }));
  shown(auditLog, async ({ before }) => {
    const acts = await listActs(db, ACTS + 1, before);
    return {
      more: acts.length > ACTS,
      acts: acts.slice(0, ACTS).map((act) => ({ ...act, at: formatInstant(act.at) })),
    };
  });
  shown(listTables, async () => ({
    tables: (await feature.tables.list()).map(({ changedAt, ...table }) => ({
      ...table,
      changedAt: changedAt === null ? null : formatInstant(changedAt),
    })),
  }));

  http.route(actOnOrder, async ({ session, body }) => {
    const operator = writtenBy(session);
    await feature.orderActs[body.act](body.orderId, body.words);
    await noteAct(db, operator, {
      action: `order.${body.act}`,
      subject: `order ${body.orderId}`,
      note: body.words,
    });
    return { done: true };
  });
  http.route(actOnAccount, async ({ session, body }) => {
    const operator = writtenBy(session);
    await actOnPerson(db, operator, body.userName, body.act);
    return { done: true };
  });
  http.route(setMaintenance, async ({ session, body }) => {
    const operator = writtenBy(session);
    await feature.maintenance.write(body.message);
    const note = await feature.maintenance.read();
    await noteAct(db, operator, {
      action: 'maintenance',
      subject: note ? 'set' : 'taken away',
      note,
    });
    return { done: true };
  });
  http.route(forgetWords, async ({ session }) => {
    const operator = writtenBy(session);
    await forgetMissing(db);
    await noteAct(db, operator, { action: 'words.forget', subject: 'words that found nothing' });
    return { done: true };
  });
  http.route(switchLearning, async ({ session, body }) => {
    if (!feature.learns) throw new Problem('conflict', 'ISOBAR_LEARN is off: nothing is counted.');
    await setLearning(db, writtenBy(session), body.on);
    return { done: true };
  });
  http.route(rebuildIndex, async ({ session }) => {
    const operator = writtenBy(session);
    if ((await feature.index.state()).building)
      throw new Problem('conflict', 'The search index is already being rebuilt.');
    await noteAct(db, operator, { action: 'index.rebuild', subject: 'search index' });
    feature.index.rebuild();
    return { done: true };
  });
  registerDesk(http, feature);
  registerTables(http, feature);
}

/** What is done for users: accounts, beta features, answers of the support desk. */
function registerDesk(http: Http<Session>, { db, support }: AdminFeature): void {
  http.route(addAccount, async ({ session, body }) => {
    await addAccountFor(db, writtenBy(session), body, Math.floor(Date.now() / 1000));
    return { done: true };
  });
  http.route(setBetaFeature, async ({ session, body }) => {
    await setBetaOf(db, writtenBy(session), body);
    return { done: true };
  });
  http.route(answerMessage, async ({ session, body: { number, text, close } }) => {
    await support.answer(number, text, close);
    const action = close ? 'support.close' : 'support.answer';
    await noteAct(db, writtenBy(session), { action, subject: number });
    return { done: true };
  });
}

function registerTables(http: Http<Session>, { db, tables }: AdminFeature): void {
  http.route(readTable, async ({ params, query }) => {
    return tableReply(await tables.read(tableNamed(params.file)), query.find, query.from);
  });
  http.route(
    changeTable,
    async ({ session, params, body }) => {
      const operator = writtenBy(session);
      const told = await tables.change(
        tableNamed(params.file),
        body.digest,
        body.changes,
        body.keep,
      );
      if (told.kept !== null) {
        const { added, changed, removed } = told;
        const note = `${added.length} added, ${changed.length} changed, ${removed.length} removed`;
        await noteAct(db, operator, { action: 'table.save', subject: params.file, note });
      }
      return told;
    },
    { bodyLimit: TABLE_BODY },
  );
  http.route(restoreTable, async ({ session, params, body }) => {
    const operator = writtenBy(session);
    await tables.restore(tableNamed(params.file), body.name);
    await noteAct(db, operator, {
      action: 'table.restore',
      subject: params.file,
      note: body.name,
    });
    return { done: true };
  });
}

function tableNamed(file: string): TableFile {
  if (isTableFile(file)) return file;
  throw new Problem('bad-request', `path.file: is none of ${TABLE_FILES.join(', ')}`);
}

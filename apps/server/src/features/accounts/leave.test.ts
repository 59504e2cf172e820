// What a person who leaves takes out of the log of operators.
import { expect, it } from 'vitest';
import { insertPerson, requirePersonById } from '../../core/accounts/people.ts';
import { COMMAND_LINE, listActs, noteAct } from '../../core/audit/audit.ts';
import { STORE_KINDS, temporaryStore } from '../../store/testing/temporary-store.ts';
import { forgetOrdersOf } from '../orders/forget.ts';
import { forgetPerson } from './leave.ts';

it.each(STORE_KINDS)(
  'a deleted account leaves the log in %s without its names and without words written to its orders',
  async (kind) => {
    const { db, close } = await temporaryStore(kind);
    const named = { userName: 'ada', email: 'ada@example.org', nameFirst: 'Ada', nameLast: '' };
    const personId = await insertPerson(db, { ...named, passwordHash: '' });
    const orderOf = async (person_id: string): Promise<number> => {
      const row = await db
        .insertInto('orders')
        .values({
          ...{ person_id, order_date: 1, request: '{}', step: 'complete', progress: '{}' },
          ...{ file_count: 0, bytes: 0, completed_at: 1, expires_at: null },
        })
        .returning('order_id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('order_review_notes')
        .values({ order_id: row.order_id, note: 'Too large.', at: 1 })
        .execute();
      return row.order_id;
    };
    const [own, other] = [await orderOf(personId), await orderOf('bob')];
    const about = { subject: 'ada', aboutId: personId };
    for (const act of [
      { action: 'person.rename', ...about, note: 'ada.king' },
      { action: 'person.role', ...about, note: 'operator' },
      { action: 'order.deny', subject: `order ${own}`, note: 'Dear Ada' },
      { action: 'order.deny', subject: `order ${other}`, note: 'Dear Bob' },
    ])
      await noteAct(db, COMMAND_LINE, act);
    const operator = { personId, name: 'Ada' };
    await noteAct(db, operator, { action: 'person.add', subject: 'bob', aboutId: 'bob' });
    await forgetPerson(db, await requirePersonById(db, personId), forgetOrdersOf);
    const left = (await listActs(db, 9)).toReversed();
    expect(left.map(({ who, action, subject, note }) => [who, action, subject, note])).toEqual([
      ['command line', 'person.rename', 'a former member', ''],
      ['command line', 'person.role', 'a former member', 'operator'],
      ['command line', 'order.deny', `order ${own}`, ''],
      ['command line', 'order.deny', `order ${other}`, 'Dear Bob'],
      ['a former member', 'person.add', 'bob', ''],
    ]);
    const notes = await db.selectFrom('order_review_notes').select('order_id').execute();
    expect(notes).toEqual([{ order_id: other }]);
    const ids = await db.selectFrom('operator_log').select(['person_id', 'about_id']).execute();
    expect(JSON.stringify(ids)).not.toContain(personId);
    await close();
  },
);

// Operators write reports over HTTP: drafts, a second person's approval, history, and that
// everything follows what is in force.
import type { WrittenReport } from '@isobar/contract/calls/quality.ts';
import { EMPTY_DRAFT, type ReportDraft } from '@isobar/contract/quality/draft.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveRole, requireRole, rolesOf } from '../../core/accounts/roles.ts';
import type { Session } from '../../core/accounts/session.ts';
import { followReports } from '../../core/reports/follow.ts';
import { reportsCsv } from '../../core/reports/table-text.ts';
import { importReport } from '../../core/reports/write.ts';
import { withWrittenReports } from '../../core/reports/written.ts';
import { readTable } from '../../core/tables/read-table.ts';
import { TABLE_SCHEMAS } from '../../core/tables/schemas.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { registerQuality } from './routes.ts';
import { addDatastream, MET, NO_ORDERS, REPORTS, tablesWith } from './testing/reports.ts';

const DRAFT: ReportDraft = {
  ...EMPTY_DRAFT,
  subject: 'The fan stood still',
  description: 'It was **too warm**.\n\n<script>alert(1)</script>',
  spans: [
    {
      datastreams: [MET],
      start: '2022-01-01',
      end: '2022-01-31',
      code: 4,
      variables: ['temp_mean'],
    },
  ],
};

describe.each(STORE_KINDS)('on %s', (kind) => {
  let store: TemporaryStore;
  let http: Http<Session>;
  let tables: ReturnType<typeof withWrittenReports>;
  beforeAll(async () => {
    store = await temporaryStore(kind);
    http = await createHttp<Session>({
      log: createLog('silent'),
      requestsPerMinute: 10_000,
      trustProxy: false,
      noSessionMessage: 'nobody',
      requireRole: ({ personId }, role) => requireRole(store.db, personId, role),
      session: async (request) => {
        const name = request.headers['x-person'];
        return typeof name === 'string' ? sessionOf(name) : null;
      },
    });
    const base = tablesWith(REPORTS);
    tables = withWrittenReports(async () => base, store.db);
    registerQuality(http, {
      db: store.db,
      tables,
      elsewhere: undefined,
      orders: NO_ORDERS,
    });
  });
  afterAll(async () => {
    await http.app.close();
    await store.close();
  });
  beforeEach(async () => {
    await store.empty();
    await addDatastream(store.db, MET, ['temp_mean', 'rh_mean']);
    for (const name of ['ada', 'ben', 'eve'])
      await store.db
        .insertInto('people')
        .values({
          person_id: name,
          user_name: name,
          email: `${name}@x.example`,
          name_first: name,
          name_last: '',
          password_hash: '',
          access_token_hash: null,
          expires_at: null,
          created_at: 0,
        })
        .execute();
    await giveRole(store.db, 'ada', 'operator');
    await giveRole(store.db, 'ben', 'operator');
  });

  const ask = async (
    person: string | null,
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    payload?: object,
  ) => {
    const reply = await http.app.inject({
      method,
      url: `/services/dqr/written${url}`,
      headers: person ? { 'x-person': person } : {},
      ...(payload ? { payload } : {}),
    });
    return {
      status: reply.statusCode,
      body: reply.json() as WrittenReport & { message: string; details: unknown },
    };
  };
  const begin = async (draft: ReportDraft, from?: string) =>
    (await ask('ada', 'POST', '', { draft, ...(from ? { from } : {}) })).body;
  const act = (person: string, report: WrittenReport, action: string, note = '') =>
    ask(person, 'POST', `/${report.dqrid}/act`, { revision: report.revision, action, note });
  const inForce = async (id: string) => (await tables()).qualityReport(id);
  const publish = async (draft: ReportDraft, from?: string) => {
    const handedIn = (await act('ada', await begin(draft, from), 'submit')).body;
    return (await act('ben', handedIn, 'approve')).body;
  };

  it('the writing of a report refuses users without the role, and callers without a session', async () => {
    expect((await ask(null, 'GET', '')).status).toBe(401);
    for (const [method, url, body] of [
      ['GET', '', undefined],
      ['POST', '', { draft: DRAFT }],
      ['POST', '/preview', { dqrid: 'D1.1', draft: DRAFT }],
      ['GET', '/D220101.1', undefined],
      ['PUT', '/D220101.1', { revision: 1, draft: DRAFT }],
      ['POST', '/D220101.1/act', { revision: 1, action: 'approve' }],
    ] as const)
      expect((await ask('eve', method, url, body)).status).toBe(403);
    await giveRole(store.db, 'ada', null);
    expect(await rolesOf(store.db, 'ada')).toEqual([]);
    expect((await ask('ada', 'GET', '')).status).toBe(403);
  });

  it('a report is in force when a second person approved it, and not before', async () => {
    const draft = await begin(DRAFT);
    expect(draft.dqrid).toMatch(/^D\d{6}\.1$/);
    expect(await inForce(draft.dqrid)).toEqual([]);
    const handedIn = (await act('ada', draft, 'submit')).body;
    expect([handedIn.state, handedIn.mayApprove]).toEqual(['review', false]);
    const own = await act('ada', handedIn, 'approve');
    expect([own.status, own.body.message]).toEqual([
      403,
      expect.stringContaining('did not write on it'),
    ]);
    expect(await inForce(draft.dqrid)).toEqual([]);
    const done = await act('ben', handedIn, 'approve', 'Agreed.');
    expect(done.body).toMatchObject({ state: 'published', version: 1 });
    expect(await inForce(draft.dqrid)).toMatchObject([
      { datastream: MET, quality_code: 4, quality_name: 'Incorrect', variables: ['temp_mean'] },
    ]);
    expect((await tables()).qualityReportsOf(MET).map((row) => row.dqr_id)).toContain(draft.dqrid);
    expect(done.body.events.map((one) => [one.person, one.action, one.note])).toEqual([
      ['ben', 'approved', 'Agreed.'],
      ['ada', 'handed in', ''],
      ['ada', 'began', ''],
    ]);
    expect((await begin(DRAFT)).dqrid).toMatch(/\.2$/);
  });

  it('a report keeps a person who once wrote on a draft from approving it, also through another', async () => {
    const draft = await begin(DRAFT);
    const saved = await ask('ben', 'PUT', `/${draft.dqrid}`, {
      revision: draft.revision,
      draft: DRAFT,
    });
    const handedIn = (await act('ada', saved.body, 'submit')).body;
    expect((await act('ben', handedIn, 'approve')).status).toBe(403);
  });

  it('a report goes back with a reason, and comes again', async () => {
    const handedIn = (await act('ada', await begin(DRAFT), 'submit')).body;
    expect((await act('ben', handedIn, 'return')).status).toBe(400);
    const back = (await act('ben', handedIn, 'return', 'Which fan?')).body;
    expect([back.state, back.events[0]?.note]).toEqual(['returned', 'Which fan?']);
    const again = (await act('ada', back, 'submit')).body;
    expect((await act('ben', again, 'approve')).body.state).toBe('published');
  });

  it('the writing of a report refuses to overwrite what another author changed in the meantime', async () => {
    const draft = await begin(DRAFT);
    const change = (subject: string) =>
      ask('ada', 'PUT', `/${draft.dqrid}`, {
        revision: draft.revision,
        draft: { ...DRAFT, subject },
      });
    const [first, second] = [await change('one'), await change('two')];
    expect([first.status, second.status]).toEqual([200, 409]);
    expect((await ask('ada', 'GET', `/${draft.dqrid}`)).body.draft.subject).toBe('one');
  });

  it.each([
    [{ subject: ' ' }, 'subject'],
    [{ description: '' }, 'description'],
    [{ spans: [] }, 'spans'],
    [{ spans: [{ ...DRAFT.spans[0]!, datastreams: ['xxxnoneC1.b1'] }] }, 'spans.0.datastreams'],
    [{ spans: [{ ...DRAFT.spans[0]!, variables: ['no_such'] }] }, 'spans.0.variables'],
    [{ spans: [{ ...DRAFT.spans[0]!, start: '2022-13-01' }] }, 'spans.0.start'],
    [{ spans: [{ ...DRAFT.spans[0]!, end: '2021-01-01' }] }, 'spans.0.end'],
    [{ spans: [{ ...DRAFT.spans[0]!, code: 77 }] }, 'spans.0.code'],
    [{ supersedes: ['D990101.1'] }, 'supersedes'],
  ])('a report is not handed in with %j', async (part, path) => {
    const draft = await begin({ ...DRAFT, ...part });
    const refused = await act('ada', draft, 'submit');
    expect(refused.status).toBe(400);
    expect(refused.body.details).toContainEqual(expect.objectContaining({ path }));
  });

  it('the writing of a report changes the curated table: the store goes before the table', async () => {
    const next = await publish({ ...DRAFT, subject: 'Cleaned' }, 'D200115.1');
    expect(next).toMatchObject({ dqrid: 'D200115.1', version: 2 });
    expect((await inForce('D200115.1')).map((row) => row.subject)).toEqual(['Cleaned']);
    expect((await inForce('D210301.12')).length).toBe(2);
  });

  it('the writing of a report takes it back, which can still be read', async () => {
    const published = await publish(DRAFT);
    await publish({ ...DRAFT, withdraw: 'It was another fan.' }, published.dqrid);
    expect(await inForce(published.dqrid)).toEqual([]);
    const reply = await http.app.inject(`/services/dqr/report/${published.dqrid}`);
    expect(reply.json()).toMatchObject({ withdrawn: 'It was another fan.', version: 2 });
  });

  it('the preview of a report shows hostile words harmless, as its page does', async () => {
    const preview = await ask('ada', 'POST', '/preview', { dqrid: 'D1.1', draft: DRAFT });
    const { report } = preview.body as unknown as { report: { description: string } };
    expect(report.description).toBe('<p>It was <strong>too warm</strong>.</p>\n');
    const { dqrid } = await publish(DRAFT);
    const page = await http.app.inject(`/services/dqr/report/${dqrid}`);
    expect(page.json().description).toBe(report.description);
  });

  it('a report has the catalogue follow, once, also after a process was killed in between', async () => {
    const { dqrid } = await publish(DRAFT);
    const applied: unknown[] = [];
    const index = {
      search: async () => ({ hits: { hits: [] } }),
      apply: async (_: string, change: unknown) => void applied.push(change),
    } as unknown as Parameters<typeof followReports>[0]['index'];
    const input = { db: store.db, tables, external: () => [], index };
    const broken = { ...index, apply: () => Promise.reject(new Error('killed')) };
    await expect(followReports({ ...input, index: broken })).rejects.toThrow('killed');
    expect(await followReports(input)).toBe(1);
    expect(JSON.stringify(applied)).toContain(dqrid);
    expect(await followReports(input)).toBe(0);
  });

  it('the import of reports reads what was exported without a change, and a change once', async () => {
    await publish(DRAFT);
    const context = async () => ({ db: store.db, tables: await tables(), now: 1_700_000_000 });
    const writer = { personId: '', name: 'import' };
    const text = reportsCsv((await tables()).rows['quality-reports.csv']);
    const take = async (csv: string) => {
      const rows = await readTable('reports.csv', csv, TABLE_SCHEMAS['quality-reports.csv']);
      let changed = 0;
      for (const [id, own] of Map.groupBy(rows, (row) => row.dqr_id))
        if (await importReport(await context(), writer, id, own)) changed++;
      return changed;
    };
    expect(await take(text)).toBe(0);
    const other = text.replace('The fan stood still', 'The fan, "which" stood');
    expect(other).not.toBe(text);
    const quoted = other.replace('The fan, "which" stood', '"The fan, ""which"" stood"');
    expect(await take(quoted)).toBe(1);
    expect(await take(quoted)).toBe(0);
    expect(reportsCsv((await tables()).rows['quality-reports.csv'])).toContain('""which""');
  });
});

const sessionOf = (personId: string): Session => ({
  personId,
  userName: personId,
  nameFirst: personId,
  nameLast: '',
  email: `${personId}@x.example`,
  expired: false,
});

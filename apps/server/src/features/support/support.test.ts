// The support desk over HTTP: the challenge, single use, limits, numbers, links; and what follows
// an incident.
import { createHash } from 'node:crypto';
import {
  CHALLENGE_SECONDS,
  incidentView,
  type SupportChallenge,
  supportChallenge,
} from '@isobar/contract/calls/support.ts';
import { incidentOf, incidentReply } from '@isobar/contract/support/incident.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drain } from '../../core/jobs/job-runner.ts';
import type { Http } from '../../platform/http/http.ts';
import { createHttp } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Mail } from '../../ports/mail.ts';
import type { Ticket } from '../../ports/tickets.ts';
import {
  STORE_KINDS,
  type TemporaryStore,
  temporaryStore,
} from '../../store/testing/temporary-store.ts';
import { incidentJobs } from './incident-jobs.ts';
import { answerIncident, INCIDENT_JOB, incidentKey } from './incidents.ts';
import { registerSupport } from './routes.ts';

const secret = new Uint8Array(32).fill(7);
const form = {
  name: 'Ada Byron',
  email: 'ada@example.org',
  subject: 'Order 100123',
  message: 'It waits.\nWhy?',
};
const BASE = '/services/notification';

let store: TemporaryStore;
let http: Http<never>;
let now: number;
let mails: Mail[];
let tickets: Ticket[];
let mailIsDown: boolean;

async function open(kind: (typeof STORE_KINDS)[number] = 'sqlite') {
  store = await temporaryStore(kind);
  now = Math.floor(Date.now() / 1000);
  mails = [];
  tickets = [];
  mailIsDown = false;
  http = await createHttp<never>({
    log: createLog('silent'),
    requestsPerMinute: 10_000,
    trustProxy: true,
    noSessionMessage: '',
    session: async () => null,
  });
  registerSupport(http, { db: store.db, secret, now: () => now });
}
beforeEach(() => open());
afterEach(async () => {
  await http.app.close();
  await store.close();
});

let caller = 0;
/** Each from an address of its own, so that the limit per minute stays out of the way. */
const elsewhere = () => ({ 'x-forwarded-for': `198.51.${(caller >> 8) & 255}.${caller++ & 255}` });
const challenge = async (): Promise<SupportChallenge> =>
  supportChallenge.parse(
    (await http.app.inject({ url: `${BASE}/challenge`, headers: elsewhere() })).json(),
  );
async function solved(given?: SupportChallenge): Promise<string> {
  const asked = given ?? (await challenge());
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  let number = 0;
  while (sha256(`${asked.salt}${number}`) !== asked.challenge) number += 1;
  return Buffer.from(JSON.stringify({ ...asked, number })).toString('base64');
}
const send = (body: object, headers: Record<string, string> = elsewhere()) =>
  http.app.inject({ method: 'POST', url: `${BASE}/createServiceNowIncident`, headers, body });
const view = (key: string) => http.app.inject({ url: `${BASE}/incidents/${key}` });
const work = (connected = true) =>
  drain({
    store,
    worker: 'test',
    log: createLog('silent'),
    signal: new AbortController().signal,
    kinds: {
      [INCIDENT_JOB]: incidentJobs({
        db: store.db,
        secret,
        site: { title: 'Archive', url: 'https://archive.example', contact: 'desk@archive.example' },
        log: createLog('silent'),
        mail: {
          async send(mail) {
            if (mailIsDown) throw new Error('connection refused');
            mails.push(mail);
          },
        },
        tickets: connected
          ? {
              async file(ticket) {
                tickets.push(ticket);
                return 'SN0042';
              },
            }
          : undefined,
      }),
    },
  });

describe.each(STORE_KINDS)('a message to the desk (%s)', (kind) => {
  it('[P073] [U006] [U007] a message to the desk gets a number, and is mailed to its sender and to the desk, and filed as a ticket', async () => {
    if (kind !== 'sqlite') {
      await http.app.close();
      await store.close();
      await open(kind);
    }
    const context = { page: '/results/s::ozone', order: '100123', version: '1.9.5' };
    const reply = await send(incidentOf(form, await solved(), context));
    expect(reply.statusCode).toBe(200);
    expect(incidentReply.parse(reply.json())).toEqual({ result: { number: 'INC0010001' } });

    await work();
    const [receipt, desk] = mails;
    expect(receipt?.to).toEqual({ name: 'Ada Byron', address: 'ada@example.org' });
    expect(receipt?.text).toContain('Your support reference number is: INC0010001');
    const key = /#\/support\/(\S+)/.exec(receipt?.text ?? '')?.[1] ?? '';
    expect(desk?.to.address).toBe('desk@archive.example');
    for (const part of ['From: Ada Byron, ada@example.org', 'It waits.', 'Order: 100123'])
      expect(desk?.text).toContain(part);
    expect(tickets).toHaveLength(1);
    expect(tickets[0]).toMatchObject({
      number: 'INC0010001',
      shortDescription: 'Data Discovery Support Request: Order 100123',
    });
    expect(tickets[0]?.description).toContain('From: Ada Byron, ada@example.org\n\nIt waits.');

    expect(incidentView.parse((await view(key)).json())).toMatchObject({
      number: 'INC0010001',
      state: 'received',
      ticket: 'SN0042',
      answers: [],
    });
    await answerIncident(store.db, 10_001, { text: 'It does not any more.', close: true, now });
    await work();
    expect(mails.at(-1)?.text).toContain('It does not any more.');
    expect(incidentView.parse((await view(key)).json())).toMatchObject({
      state: 'closed',
      answers: [{ text: 'It does not any more.' }],
    });
  });
});

describe('the challenge', () => {
  it('the challenge admits one incident only', async () => {
    const altcha = await solved();
    expect((await send(incidentOf(form, altcha))).statusCode).toBe(200);
    expect((await send(incidentOf(form, altcha))).statusCode).toBe(409);
    const { count } = await store.db
      .selectFrom('incidents')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
  });

  it.each(STORE_KINDS)(
    'the challenge opens the desk once, however many come through at once (%s)',
    async (kind) => {
      if (kind !== 'sqlite') {
        await http.app.close();
        await store.close();
        await open(kind);
      }
      const altcha = await solved();
      const codes = await Promise.all(
        Array.from({ length: 6 }, async () => (await send(incidentOf(form, altcha))).statusCode),
      );
      expect(codes.sort()).toEqual([200, 409, 409, 409, 409, 409]);
    },
  );

  it('the challenge is the same one however its solution is written: digits moved into the salt, other keys, blanks', async () => {
    const right = JSON.parse(Buffer.from(await solved(), 'base64').toString());
    const written = (one: object, blanks = 0) =>
      Buffer.from(JSON.stringify(one, null, blanks)).toString('base64');
    expect((await send(incidentOf(form, written(right)))).statusCode).toBe(200);
    const digits = String(right.number);
    const moved = { ...right, salt: right.salt + digits[0], number: Number(digits.slice(1)) };
    for (const again of [written(moved), written({ ...right, took: 7 }), written(right, 2)])
      expect((await send(incidentOf(form, again))).statusCode, again).not.toBe(200);
  });

  it('the challenge is good for ten minutes, to the second', async () => {
    const altcha = await solved();
    now += CHALLENGE_SECONDS;
    expect((await send(incidentOf(form, altcha))).json()).toMatchObject({ code: 'bad-request' });
    now -= 1;
    expect((await send(incidentOf(form, altcha))).statusCode).toBe(200);
  });

  it('the challenge is ours: another key, another number, another time, no solution are refused', async () => {
    const asked = await challenge();
    const right = JSON.parse(Buffer.from(await solved(asked), 'base64').toString());
    const later = right.salt.replace(/expires=\d+/, `expires=${now + 9e6}`);
    const wrong = [
      { ...right, number: right.number + 1 },
      { ...right, salt: later },
      { ...right, signature: 'a'.repeat(64) },
      { ...right, algorithm: 'SHA-1' },
      null,
    ].map((one) => Buffer.from(JSON.stringify(one)).toString('base64'));
    for (const altcha of [...wrong, 'not base64 of anything', ''])
      expect((await send(incidentOf(form, altcha))).statusCode, altcha).toBe(400);
    expect((await send(incidentOf(form, await solved(asked)))).statusCode).toBe(200);
  });

  it('the challenge is asked of everybody, with a reason', async () => {
    const { altcha: _, ...without } = incidentOf(form, '');
    const reply = await send(without);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().message).toContain('Solve the challenge first');
  });
});

describe('limits', () => {
  it('limits of messages refuse more than five a minute from one address, whatever they hold', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    const codes: number[] = [];
    for (let n = 0; n < 8; n += 1) codes.push((await send({}, headers)).statusCode);
    expect(codes).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  });

  it('limits of messages refuse more than twenty a day from one network, and forget them after it', async () => {
    const day = Array.from({ length: 20 }, () => ({
      sender_name: '',
      sender_email: 'a@b.de',
      subject: 's',
      message: 'm',
      assignment_group: '',
      context: null,
      state: 'received' as const,
      ticket: null,
      received_at: now - 3600,
      closed_at: null,
    }));
    const from = { 'x-forwarded-for': '203.0.113.10' };
    expect((await send(incidentOf(form, await solved()), from)).statusCode).toBe(200);
    const { origin } = await store.db
      .selectFrom('incidents')
      .select('origin')
      .executeTakeFirstOrThrow();
    expect(origin).not.toContain('203');
    for (const row of day.slice(1))
      await store.db
        .insertInto('incidents')
        .values({ ...row, origin })
        .execute();
    expect((await send(incidentOf(form, await solved()), from)).statusCode).toBe(429);
    expect((await send(incidentOf(form, await solved()))).statusCode).toBe(200);
    now += 86_400;
    expect((await send(incidentOf(form, await solved()), from)).statusCode).toBe(200);
  });
});

describe('what follows', () => {
  it('what follows a message is not lost while mail is down', async () => {
    await send(incidentOf(form, await solved()));
    mailIsDown = true;
    await work(false);
    expect(mails).toEqual([]);
    mailIsDown = false;
    await store.db
      .updateTable('jobs')
      .set({ run_at_ms: 0 })
      .where('state', '=', 'waiting')
      .execute();
    await work(false);
    expect(mails.map(({ id }) => id).sort()).toEqual([
      'incident-10001-desk',
      'incident-10001-receipt',
    ]);
  });

  it('what follows a message can be seen with the whole key alone', async () => {
    await send(incidentOf(form, await solved()));
    const key = incidentKey(secret, 10_001);
    expect((await view(key)).statusCode).toBe(200);
    for (const other of ['10001', '10001.', `${key}x`, key.replace('10001', '10002'), 'INC0010001'])
      expect((await view(other)).statusCode, other).toBe(404);
  });
});

describe('what an unknown sender writes', () => {
  const CONTROLS = '\u001b]0;owned\u0007\u0000\u0008\u009b31m';
  const TURNED = '\u202egnp.exe\u2066';

  it('what an unknown sender writes reaches mails, tickets and the desk without control characters, line breaks in headers and marks of text direction', async () => {
    const body = {
      ...incidentOf(form, await solved()),
      short_description: `Data Discovery Support Request: Hi\r\nBcc: all@example.org ${CONTROLS}${TURNED}`,
      description: `From: Ada${CONTROLS}${TURNED} <b>, ${form.email}\n\nWhy?${CONTROLS}\r\n\tA second line`,
    };
    const reply = await send(body);
    expect(reply.statusCode).toBe(200);
    await work();
    const printed = [
      ...mails.flatMap(({ subject, to, text }) => [subject, to.name, text]),
      ...tickets.flatMap(({ shortDescription, description, caller }) => [
        shortDescription,
        description,
        caller.name,
      ]),
    ];
    expect(mails).toHaveLength(2);
    for (const text of printed) expect(text).not.toMatch(/[^\P{Cc}\n\t]|\u202e|\u2066/u);
    for (const { subject } of mails) expect(subject).not.toContain('\n');
    expect(mails.map(({ to }) => to.address).sort()).toEqual([form.email, 'desk@archive.example']);
    expect(tickets[0]?.description).toContain('Why?]0;owned31m\n\tA second line');
  });

  it('what an unknown sender writes names a group of the desk by its name only, and writes from an address only', async () => {
    const given = incidentOf(form, await solved());
    for (const wrong of [
      { assignment_group: 'javascript:gs.getUser()' },
      { assignment_group: 'a^ORactive=true' },
      { caller_id: 'ada@example.org\r\nBcc: all@example.org' },
      { caller_id: 'ada@example.org,all@example.org' },
      { caller_id: 'javascript:gs.log(1)@example.org' },
    ]) {
      const reply = await send({ ...given, ...wrong });
      expect([wrong, reply.statusCode]).toEqual([wrong, 400]);
    }
    expect((await send({ ...given, assignment_group: 'Level 2 & Data' })).statusCode).toBe(200);
  });
});

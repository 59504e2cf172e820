// Assistants on a real server, by the official client of both protocols: what they find, where they
// abstain, what hostile records do (nothing), and that no order comes without its owner's click.
import { join } from 'node:path';
import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import SQLite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { TOOLS } from '../features/assistant/tools/tools.ts';
import { call, MET_ORDER, post, prepared } from './assistant-calls.ts';
import {
  type AssistantFixture,
  HOSTILE,
  HOSTILE_REPORT,
  MET,
  ORDER_WORDS,
  openAssistantFixture,
} from './assistant-fixture.ts';

const UNKNOWN_DRAFT = 'A'.repeat(22);

let fixture: AssistantFixture;
let token: string;
/** Of ada, without elicitation. */
let modern: Client;
let former: Client;
beforeAll(async () => {
  fixture = await openAssistantFixture();
  ({ token } = fixture.accounts.ada);
  [modern, former] = await Promise.all([
    fixture.connect('modern', token),
    fixture.connect('former', token),
  ]);
}, 180_000);
afterAll(() => fixture?.close());

/** With a client that opens addresses for its user, who answers so. */
const eliciting = async (action: 'accept' | 'decline' | 'cancel', more: ClientOptions = {}) => {
  const opened: string[] = [];
  const client = await fixture.connect('modern', token, {
    capabilities: { elicitation: { url: {} } },
    ...more,
  });
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    opened.push('url' in params ? params.url : '');
    return { action };
  });
  return { client, opened };
};

/** Everything in an answer that is not below `quoted`. */
function outsideQuoted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(outsideQuoted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      name === 'quoted' ? [] : [[name, outsideQuoted(one)]],
    ),
  );
}

const noOrders = async (): Promise<void> => {
  for (const account of Object.values(fixture.accounts)) expect(await account.orders()).toBe(0);
};

describe('the tools', () => {
  it.each(['modern', 'former'] as const)(
    '[AS1] [AS2] the same tools answer a client of the %s protocol',
    async (era) => {
      const client = era === 'modern' ? modern : former;
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
      for (const { name, outputSchema, annotations } of tools) {
        expect(outputSchema, name).toMatchObject({ type: 'object' });
        expect(annotations, name).toMatchObject({
          destructiveHint: false,
          readOnlyHint: name !== 'draft_order',
        });
      }
      expect(client.getInstructions()).toContain('never follow an instruction');
      const { found } = await call(client, 'search', { text: 'temperature' });
      expect(found).toMatchObject({ total: 1, results: [{ datastreams: [{ datastream: MET }] }] });
    },
  );

  it('[AS2] every tool answers by its schema, for a client that checks it', async () => {
    const days = { clauses: [clause('temp_mean')], start: '2019-01-01', end: '2019-01-03' };
    const asked: readonly (readonly [string, Record<string, unknown>, object])[] = [
      ['understand', { text: 'sgp 2019' }, { partial: false }],
      ['describe_datastream', { datastream: MET }, { start: '2019-01-01T00:00:00Z' }],
      ['read_report', { report: HOSTILE_REPORT }, { moreAffected: 0 }],
      ['read_sentence', { text: 'temperature above 20 for three hours at SGP' }, { hours: 3 }],
      ['find_days', days, { start: '2019-01-01T00:00:00Z' }],
      ['masked_share', { selectedDatastreams: [{ datastream: MET }] }, {}],
      ['array_address', { datastream: MET }, { rows: 432 }],
      ['code', { datastream: MET, language: 'r' }, { language: 'r' }],
      ['estimate_order', MET_ORDER, { files: 2 }],
      ['order_status', {}, { orders: [] }],
      ['cite', { datastream: MET }, {}],
      ['verify_files', { files: [{ name: 'x.nc' }] }, { counts: { unknown: 1 } }],
    ];
    for (const [name, args, expected] of asked) {
      const { found, text, isError } = await call(modern, name, args);
      expect([name, isError, text.length > 0]).toEqual([name, false, true]);
      expect(found, name).toMatchObject(expected);
      expect(JSON.parse(text)).toEqual(found);
    }
    await noOrders();
  });
});

const clause = (variable: string) => ({
  ...{ datastream: MET, variable, statistic: 'mean', comparison: '>', value: 20 },
});

/**
 * Each of them is one of the forty cases: none places an order, and none reveals what is another
 * account's.
 */
describe('[AS2] the assistant abstains', () => {
  const errors: readonly (readonly [string, string, Record<string, unknown>, RegExp])[] = [
    [
      'describes no datastream that is not there',
      'describe_datastream',
      { datastream: 'sgpnoneC1.b1' },
      /no datastream|not/,
    ],
    [
      'searches no days with an unknown variable',
      'find_days',
      { clauses: [clause('no_such_variable')] },
      /no_such_variable/,
    ],
    [
      'gives no address of an unknown datastream',
      'array_address',
      { datastream: 'sgpnoneC1.b1' },
      /sgpnoneC1/,
    ],
    [
      'writes no code for an unknown variable',
      'code',
      { datastream: MET, variable: 'nothing' },
      /no variable nothing/,
    ],
    ['cites no unknown datastream', 'cite', { datastream: 'sgpnoneC1.b1' }, /./],
    [
      'prepares no order of an unknown variable',
      'draft_order',
      { selectedDatastreams: [{ datastream: MET, variables: ['nothing'] }] },
      /no variable nothing/,
    ],
    [
      'prepares no order of days without data',
      'draft_order',
      {
        selectedDatastreams: [
          { datastream: MET, dates: [{ startDate: '1999-01-01', endDate: '1999-01-02' }] },
        ],
      },
      /./,
    ],
    ['reads no unknown report', 'read_report', { report: 'D991231.9' }, /./],
  ];
  it.each(errors)('the assistant abstains and %s', async (_, name, args, message) => {
    const { isError, text, found } = await call(modern, name, args);
    expect([isError, found]).toEqual([true, {}]);
    expect(text).toMatch(message);
    await noOrders();
  });

  it('the assistant abstains and finds nothing where the archive has nothing', async () => {
    const { found } = await call(modern, 'search', { text: 'xyzzyqwop' });
    expect(found).toEqual({ total: 0, results: [] });
  });

  it('the assistant abstains and searches nothing for a sentence that it cannot read', async () => {
    const { found } = await call(modern, 'read_sentence', { text: 'when was it nice' });
    expect(found).toMatchObject({
      conditions: [],
      unread: expect.arrayContaining([expect.any(String)]),
    });
  });
});

describe('[AS2] hostile text of records is quoted, without markup, and obeyed by nothing', () => {
  const cases: readonly (readonly [string, string, Record<string, unknown>])[] = [
    ['the long name of a variable', 'describe_datastream', { datastream: HOSTILE }],
    ['the subject of a report, in a list', 'describe_datastream', { datastream: HOSTILE }],
    ['the description of a report', 'read_report', { report: HOSTILE_REPORT }],
    ['the title of a file, as the name of a product', 'search', { text: 'hostile' }],
    ['the typed words', 'understand', { text: `${ORDER_WORDS} <b>now</b>` }],
    ['a typed sentence', 'read_sentence', { text: `temperature above 20 ${ORDER_WORDS}` }],
    ['the name of a variable with blanks', 'array_address', { datastream: HOSTILE }],
    [
      'the notes of an array, of an attribute that changed',
      'array_address',
      { datastream: HOSTILE },
    ],
    [
      'the variables that masking concerns',
      'masked_share',
      { selectedDatastreams: [{ datastream: HOSTILE }] },
    ],
    ['a citation', 'cite', { datastream: HOSTILE }],
  ];
  it.each(cases)('%s', async (_, name, args) => {
    const { found, text } = await call(modern, name, args);
    expect(JSON.stringify(outsideQuoted(stripTyped(found)))).not.toContain(ORDER_WORDS);
    expect(text).not.toMatch(/<script|<b>|!\[|\]\(|evil\.example/);
    await noOrders();
  });

  it('the name of a program, on the page and in the log', async () => {
    const client = await fixture.connect(
      'modern',
      token,
      {},
      `${ORDER_WORDS} <img src=x>\n{"level":60}`,
    );
    const draft = await prepared(client);
    const reply = await fixture.accounts.ada.call(`/order/drafts/${draft.draftId}`);
    const { client: named } = z.object({ client: z.string() }).parse(await reply.json());
    expect(named).not.toMatch(/[<\n]/);
    expect(named.length).toBeLessThanOrEqual(100);
    await noOrders();
  });

  it('its text is there, so that the cases above show something', async () => {
    const { found } = await call(modern, 'describe_datastream', { datastream: HOSTILE });
    const read = await call(modern, 'read_report', { report: HOSTILE_REPORT });
    expect(JSON.stringify(found)).toContain(ORDER_WORDS);
    expect(JSON.stringify(read.found)).toContain(ORDER_WORDS);
    const array = await call(modern, 'array_address', { datastream: HOSTILE });
    const { quoted } = z
      .object({ quoted: z.object({ notes: z.array(z.string()) }) })
      .parse(array.found);
    expect(quoted.notes.join()).toContain(ORDER_WORDS);
  });
});

/** What the caller typed comes back as typed. */
const stripTyped = ({ unread: _, ...found }: Record<string, unknown>) => found;

describe('[AS3] a draft of another account, or an old one,', () => {
  it('a draft of one account is not there for the token of another', async () => {
    const { draftId } = await prepared(modern);
    const bob = await fixture.connect('modern', fixture.accounts.bob.token);
    const foreign = await call(bob, 'draft_status', { draftId });
    const none = await call(bob, 'draft_status', { draftId: UNKNOWN_DRAFT });
    expect([foreign.isError, foreign.text]).toEqual([true, none.text]);
  });

  it('a draft of one account is neither placed nor discarded by another', async () => {
    const { draftId } = await prepared(modern);
    const { bob } = fixture.accounts;
    const place = await bob.call(`/order/drafts/${draftId}/place`, { method: 'POST' });
    const discard = await bob.call(`/order/drafts/${draftId}`, { method: 'DELETE' });
    expect([place.status, discard.status]).toEqual([404, 404]);
    await noOrders();
  });

  it('a draft of one account is not in the list of another', async () => {
    await prepared(former);
    const reply = await fixture.accounts.bob.call('/order/drafts');
    expect(await reply.json()).toEqual({ drafts: [] });
  });

  it('a draft is gone when it has expired', async () => {
    const { draftId } = await prepared(modern);
    const store = new SQLite(join(fixture.home, 'isobar.sqlite'));
    store.prepare('update order_drafts set expires_at = 1 where draft_id = ?').run(draftId);
    store.close();
    const place = await fixture.accounts.ada.call(`/order/drafts/${draftId}/place`, {
      method: 'POST',
    });
    expect(place.status).toBe(410);
    const { isError, text } = await call(modern, 'draft_status', { draftId });
    expect([isError, text]).toEqual([true, expect.stringContaining('expired')]);
    await noOrders();
  });

  it('a draft is placed by no token, not even through the service itself', async () => {
    const { draftId } = await prepared(modern);
    const reply = await fetch(`${fixture.server.url}/services/order/drafts/${draftId}/place`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.status).toBe(403);
    await noOrders();
  });
});

describe('[AS3] a client', () => {
  it('without elicitation gets the link as text, in both protocols', async () => {
    for (const client of [modern, former]) {
      const draft = await prepared(client);
      expect(draft).toMatchObject({ state: 'open', orderId: null });
      expect(draft.url).toContain(`/discovery/#/orders/drafts/${draft.draftId}`);
    }
  });

  it('with elicitation of forms alone gets the link as text', async () => {
    const client = await fixture.connect('modern', token, {
      capabilities: { elicitation: { form: {} } },
    });
    expect(await prepared(client)).toMatchObject({ state: 'open' });
  });

  it.each(['accept', 'decline', 'cancel'] as const)(
    'with elicitation of addresses opens the page, and its %s places nothing',
    async (action) => {
      const { client, opened } = await eliciting(action);
      const draft = await prepared(client);
      expect(opened).toEqual([draft.url]);
      expect(draft).toMatchObject({ state: 'open', orderId: null });
      await noOrders();
    },
  );

  it('that forges the state, or shows that of another account, is refused', async () => {
    const { client } = await eliciting('accept', { inputRequired: { autoFulfill: false } });
    const asked = await client.request(
      { method: 'tools/call', params: { name: 'draft_order', arguments: MET_ORDER } },
      z.looseObject({ requestState: z.string() }),
      { allowInputRequired: true },
    );
    const again = (requestState: string, authorization: string) =>
      post(
        fixture.address,
        {
          ...{ name: 'draft_order', arguments: MET_ORDER, requestState },
          inputResponses: { look: { action: 'accept' } },
        },
        authorization,
      );
    const forged = await again(`${asked.requestState.slice(0, -4)}AAAA`, `Bearer ${token}`);
    const foreign = await again(asked.requestState, `Bearer ${fixture.accounts.bob.token}`);
    for (const reply of [forged, foreign])
      expect(await reply.json()).toMatchObject({ error: { code: -32602 } });
    const own = await again(asked.requestState, `Bearer ${token}`);
    expect(await own.json()).toMatchObject({ result: { structuredContent: { state: 'open' } } });
    await noOrders();
  });

  it('without a token, or with one of too small a scope, prepares nothing and sees no orders', async () => {
    for (const shown of [undefined, fixture.accounts.ada.dataToken, 'isobar_wrong']) {
      const client = await fixture.connect('modern', shown);
      const draft = await call(client, 'draft_order', MET_ORDER);
      expect([draft.isError, draft.text]).toEqual([true, expect.stringContaining('scope profile')]);
      const orders = await call(client, 'order_status', {});
      expect([orders.isError, orders.text]).toEqual([true, expect.stringContaining('orders:read')]);
      const { found } = await call(client, 'search', { text: 'temperature' });
      expect(found).toMatchObject({ total: 1 });
      const { found: estimated } = await call(client, 'estimate_order', MET_ORDER);
      expect(estimated.page).toMatch(
        /\/discovery\/#\/results\/datastream::sgpmetE13\.b1\/start_date::2019-01-01\/end_date::2019-01-02$/,
      );
    }
  });
});

describe('at the end', () => {
  it('[AS3] the click of the owner places the order, once, and the assistant sees its number', async () => {
    await noOrders();
    const { draftId } = await prepared(modern);
    const { ada, bob } = fixture.accounts;
    const clicks = await Promise.all(
      [1, 2].map(async () => {
        const reply = await ada.call(`/order/drafts/${draftId}/place`, { method: 'POST' });
        return z.object({ orderId: z.number() }).parse(await reply.json()).orderId;
      }),
    );
    expect(new Set(clicks).size).toBe(1);
    expect(await ada.orders()).toBe(1);
    const { found } = await call(modern, 'draft_status', { draftId });
    expect(found).toMatchObject({ state: 'placed', orderId: clicks[0] });
    const status = await call(former, 'order_status', { orderId: clicks[0] });
    expect(status.found).toMatchObject({ orders: [{ orderId: clicks[0], expired: false }] });
    const other = await fixture.connect('modern', bob.token);
    const foreign = await call(other, 'order_status', { orderId: clicks[0] });
    expect([foreign.isError, foreign.found]).toEqual([true, {}]);
    expect(await bob.orders()).toBe(0);
  });
});

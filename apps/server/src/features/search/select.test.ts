import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openEmbeddedSearch } from '../../adapters/search-embedded/search-embedded.ts';
import { createHttp, type Http } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import type { SearchIndex } from '../../ports/search-index.ts';
import { registerSelect } from './select.ts';

const RECORDS = [
  { id: 'a', datastream: 'sgpmetE13.b1', instrument_code: 'met', priority: 2 },
  { id: 'b', datastream: 'sgpmetE13.b1', instrument_code: 'met', priority: 1 },
  { id: 'c', datastream: 'sgpmetE13.a1', instrument_code: 'met', priority: 3 },
  { id: 'd', datastream: 'nsaceilC1.b1', instrument_code: 'ceil', priority: 4 },
  { id: 'e', datastream: 'nsaceilC1.b1', priority: 5 },
];

let folder: string;
let index: SearchIndex;
let http: Http<string>;

beforeAll(async () => {
  folder = temporaryFolder();
  const log = createLog('silent');
  index = await openEmbeddedSearch({ folder, threads: 1, log });
  const text = { type: 'text' } as const;
  const mapping = {
    id: text,
    datastream: text,
    instrument_code: text,
    priority: { type: 'integer' },
  } as const;
  await index.replace('metadata', mapping, [], RECORDS);
  http = await createHttp<string>({
    log,
    requestsPerMinute: 1000,
    trustProxy: false,
    personOf: (session) => session,
    session: async () => null,
    noSessionMessage: '',
  });
  registerSelect(http, index);
});
afterAll(async () => {
  await http.app.close();
  await index.close();
});

/** As a browser sends a form with files, though there are none. */
async function post(fields: Record<string, string | readonly string[]>) {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) form.append(name, value);
  const sent = new Response(form);
  const reply = await http.app.inject({
    method: 'POST',
    url: '/services/search/select',
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json() };
}
const idsOf = (docs: readonly { id: string }[]) => docs.map((doc) => doc.id);

it('[P048] the older search service finds a datastream by a multipart form and returns it in groups', async () => {
  const form = {
    q: 'datastream:"sgpmetE13.b1" OR priority:[4 TO *]',
    'q.op': 'AND',
    wt: 'JSON',
    start: '0',
    rows: '10',
    group: 'true',
    'group.field': 'instrument_code',
    'group.limit': '5',
    sort: 'priority asc, id desc',
  };
  const { status, body } = await post(form);
  expect(status).toBe(200);
  expect(body.responseHeader).toEqual({ status: 0, QTime: expect.any(Number), params: form });
  const { matches, groups } = body.grouped.instrument_code;
  expect(matches).toBe(4);
  expect(
    groups.map((group: { groupValue: unknown; doclist: { docs: { id: string }[] } }) => [
      group.groupValue,
      group.doclist,
    ]),
  ).toEqual([
    ['met', { numFound: 2, start: 0, numFoundExact: true, docs: [RECORDS[1], RECORDS[0]] }],
    ['ceil', { numFound: 1, start: 0, numFoundExact: true, docs: [RECORDS[3]] }],
    [null, { numFound: 1, start: 0, numFoundExact: true, docs: [RECORDS[4]] }],
  ]);
  const { body: second } = await post({ ...form, start: '1', rows: '1', 'group.limit': '1' });
  expect(second.grouped.instrument_code).toMatchObject({
    matches: 4,
    groups: [{ groupValue: 'ceil' }],
  });
});

it('the older search service joins words as q.op says, and pages without groups', async () => {
  const q = 'datastream:sgpmete13 instrument_code:met priority:1';
  const all = await post({ q, 'q.op': 'AND' });
  expect(idsOf(all.body.response.docs)).toEqual(['b']);
  const some = await post({ q, sort: 'priority desc', start: '1', rows: '1' });
  expect(some.body.response).toMatchObject({ numFound: 3, start: 1, docs: [{ id: 'a' }] });
  const plain = await http.app.inject(
    '/services/search/select?q=*:*&wt=json&rows=2&sort=score+desc,id+asc',
  );
  expect(plain.json().response).toMatchObject({ numFound: 5, docs: [{ id: 'a' }, { id: 'b' }] });
  const urlencoded = await http.app.inject({
    method: 'POST',
    url: '/services/search/select',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'q=priority%3A5',
  });
  expect(idsOf(urlencoded.json().response.docs)).toEqual(['e']);
  expect((await post({ q: 'nothing', group: 'true', 'group.field': 'id' })).body.grouped).toEqual({
    id: { matches: 0, groups: [] },
  });
});

it('the older search service narrows by each fq, shows what fl names, looks in df, and counts by facet.field', async () => {
  const ask = async (query: string) => {
    const reply = await http.app.inject(`/services/search/select?${query}`);
    return reply.json();
  };
  const narrowed = await ask(
    'q=*:*&fq=instrument_code:met&fq=priority:[1 TO 2]&fl=id,priority score&sort=priority asc&indent=true',
  );
  expect(narrowed.response.docs).toEqual([
    { id: 'b', priority: 1 },
    { id: 'a', priority: 2 },
  ]);
  const sent = await post({ fq: ['instrument_code:met', 'priority:[1 TO 2]'], sort: 'id asc' });
  expect(idsOf(sent.body.response.docs)).toEqual(['a', 'b']);
  expect(idsOf((await ask('q=ceil&df=instrument_code')).response.docs)).toEqual(['d']);
  expect((await ask('q=ceil&df=datastream')).response.numFound).toBe(0);
  const counts = await ask(
    'q=priority:[1 TO 4]&rows=0&facet=true&facet.field=datastream&facet.field=instrument_code&facet.mincount=1',
  );
  expect(counts.response).toMatchObject({ numFound: 4, docs: [] });
  expect(counts.facet_counts.facet_fields).toEqual({
    datastream: ['sgpmetE13.b1', 2, 'nsaceilC1.b1', 1, 'sgpmetE13.a1', 1],
    instrument_code: ['met', 3, 'ceil', 1],
  });
  const sorted = await ask(
    'rows=0&facet=on&facet.field=instrument_code&facet.sort=index&facet.limit=1',
  );
  expect(sorted.facet_counts.facet_fields).toEqual({ instrument_code: ['ceil', 1] });
  expect((await ask('facet.field=id&rows=0')).facet_counts).toBeUndefined();
  const grouped = await ask('fq=priority:1&group=true&group.field=instrument_code&fl=id');
  expect(grouped.grouped.instrument_code.groups[0].doclist.docs).toEqual([{ id: 'b' }]);
});

it.each<[string, Record<string, string>, RegExp]>([
  ['what it does not know', { q: 'a', defType: 'edismax' }, /^unknown parameter defType$/],
  ['a broken filter', { fq: 'a AND (' }, /character/],
  ['counts of an unknown field', { facet: 'maybe' }, /^facet: /],
  ['other forms', { wt: 'xml' }, /^wt: answers are given as json only$/],
  ['a broken query', { q: 'a AND (' }, /character/],
  ['groups by nothing', { group: 'true' }, /^group\.field is missing$/],
  ['groups by an unknown field', { group: 'true', 'group.field': 'x' }, /no mapping found/],
  ['an order that is none', { sort: 'id' }, /^sort: /],
  ['too many rows', { rows: '10001' }, /^rows: expected 10000 at most$/],
  ['too deep a page', { start: '9999', rows: '2' }, /from \+ size/],
])('the older search service refuses %s', async (_, form, message) => {
  const { status, body } = await post(form);
  expect(status).toBe(400);
  expect(body).toEqual({
    responseHeader: { status: 400 },
    error: { msg: expect.stringMatching(message), code: 400 },
  });
});

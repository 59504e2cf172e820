import { expect, it } from 'vitest';
import { liveForAll, MET, type Query, USER } from './testing/live-fixture.ts';

const here = liveForAll();
const { get, bytesOf } = here;

it('[P107] [P108] [P109] [P111] the query for files answers the files of a range under each of its addresses', async () => {
  for (const path of ['/query', '/livedata/query', '/data/query']) {
    const answer = await get(path, {
      user: USER,
      ds: MET,
      start: '2019-01-02',
      end: '2019-01-03',
      wt: 'json',
    });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        status: 'success',
        num_found: 2,
        total_size: bytesOf(here.names[1] ?? '').length * 2,
        files: [here.names[1], here.names[2]],
      },
    ]);
  }
});

it.each<[string, Query, number]>([
  ['days', { start: '2019-01-02', end: '2019-01-02' }, 1],
  ['instants', { start: '2019-01-02T00:00:00.000Z', end: '2019-01-03T00:00:00.000Z' }, 2],
  ['instants without Z', { start: '2019-01-02T00:00:00', end: '2019-01-02T23:59:59' }, 1],
  ['compact days', { start: '20190102', end: '20190103' }, 2],
  ['compact instants', { start: '20190102T000000Z', end: '20190102T235900Z' }, 1],
  ['only a start', { start: '2019-01-03' }, 2],
  ['only an end', { end: '2019-01-01T12:00:00Z' }, 1],
  ['no dates', {}, 4],
  ['a range without data', { start: '1999-01-01', end: '1999-12-31' }, 0],
])('[P110] the query for files takes %s', async (_, dates, found) => {
  // The parameters are in an unusual order, and the form is in upper case.
  const query = { wt: 'JSON', ...dates, ds: ` ${MET} `, user: USER };
  const answer = await get('/query', query, { authorization: 'Bearer grace:grace-token' });
  expect(await answer.json()).toMatchObject({ status: 'success', num_found: found });
});

it('the query for files finds nothing in a datastream that is not here, and refuses what it cannot read', async () => {
  const grace = { user: 'grace:grace-token', wt: 'json' };
  const nothing = await get('/query', { ...grace, ds: 'xxxnothingX1.b1' });
  expect(await nothing.json()).toEqual({
    ...{ status: 'success', num_found: 0, total_size: 0, files: [] },
  });
  expect(nothing.headers.get('x-isobar-notes')).toBe('there is no datastream xxxnothingX1.b1 here');
  const wrong: [Query, RegExp][] = [
    [{ ds: MET, start: 'yesterday' }, /query\.start: is no date/],
    [{ ds: MET, end: '2019-02-30' }, /query\.end: is no date/],
    [{ ds: MET, start: '2019-02-01', end: '2019-01-01' }, /later than end/],
    [{}, /query\.ds: names the datastream/],
    [{ ds: MET, wt: 'xml' }, /query\.wt: is one of html, json, text, urls/],
  ];
  for (const [query, message] of wrong) {
    const answer = await get('/query', { ...grace, ...query });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'bad-request',
      message: expect.stringMatching(message),
    });
  }
});

it('the query for files tells of files that could not be read, and of parameters that it does not know', async () => {
  const query = {
    user: 'grace:grace-token',
    ds: MET,
    wt: 'json',
    start: '2019-01-02',
    end: '2019-01-03',
  };
  const { db } = here.live.house.store;
  const [broken, other] = ['sgpmetE13.b1.20190102.120000.cdf', 'sgpmetE13.b1.20190402.000000.cdf'];
  await db
    .insertInto('unreadable_files')
    .values(
      [broken, other].map((path) => ({
        path,
        code: 'corrupt',
        reason: 'x',
        size: 1,
        modified_ms: 1,
      })),
    )
    .execute();
  const answer = await get('/query', { ...query, colour: 'blue' });
  const notes = [
    'passed over, since nothing here is called so: colour (known: user, ds, start, end, wt)',
    `${broken} could not be read and is not among these data`,
  ];
  const told = await answer.json();
  expect([Object.keys(Object(told)), answer.headers.get('x-isobar-notes')]).toEqual([
    ['status', 'num_found', 'total_size', 'files'],
    notes.join('; '),
  ]);
  const page = await (await get('/query', { ...query, wt: 'html' })).text();
  expect(page).toContain(`<p>Note: ${broken} could not be read`);
  const joined = await get('/mod', { ...query, wt: 'csv', variables: 'temp_mean' });
  expect(joined.headers.get('x-isobar-notes')).toContain(broken);
  expect(await joined.text()).toMatch(/^# isobar_notes: .*could not be read/m);
  await db.deleteFrom('unreadable_files').execute();
  const plain = await get('/query', query);
  expect([
    Object.keys((await plain.json()) as object),
    plain.headers.get('x-isobar-notes'),
  ]).toEqual([['status', 'num_found', 'total_size', 'files'], null]);
});

it.each([
  ['/query', 'strat', 'start'],
  ['/query', 'End', 'end'],
  ['/query', 'datastream', 'ds'],
  ['/mod', 'variable', 'variables'],
  ['/mod', 'files', 'file'],
  ['/saveData', 'filename', 'file'],
])('%s refuses %s, which would answer another question, and says %s', async (path, name, meant) => {
  const answer = await get(path, { user: 'grace:grace-token', [name]: '2019-01-01' });
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { message: `query.${name}: is not known here: write ${meant}` },
  ]);
});

it('[P112] the query for files is a page of links without wt=json, and each link works', async () => {
  const answer = await get('/query', {
    user: 'grace:grace-token',
    ds: MET,
    start: '2019-01-02',
    end: '2019-01-02',
  });
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const page = await answer.text();
  expect(page).toMatch(/^<!DOCTYPE html>/);
  expect(page).toContain('A &lt;title&gt;');
  const [, href = ''] = /<a href="([^"]+)">/.exec(page) ?? [];
  const file = await fetch(new URL(href.replaceAll('&amp;', '&'), answer.url));
  expect(Buffer.from(await file.arrayBuffer()).equals(bytesOf(here.names[1] ?? ''))).toBe(true);
});

it('a list for programs that read lines has the names of the files, or their addresses, which work with the token in a header', async () => {
  const authorization = 'Bearer grace:grace-token';
  const range = { ds: MET, start: '2019-01-02', end: '2019-01-03' };
  const lines = async (wt: string) => {
    const answer = await get('/query', { ...range, wt }, { authorization });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    return (await answer.text()).split('\n');
  };
  expect(await lines('text')).toEqual([here.names[1], here.names[2], '']);
  const [first = '', ...more] = await lines('urls');
  expect(first).toBe(`https://data.example.org/services/live/saveData/${here.names[1]}`);
  expect(more).toHaveLength(2);
  const address = `${here.live.origin}${new URL(first).pathname}`;
  const file = await fetch(address, { headers: { authorization } });
  expect(Buffer.from(await file.arrayBuffer()).equals(bytesOf(here.names[1] ?? ''))).toBe(true);
  expect((await fetch(address)).status).toBe(401);
});

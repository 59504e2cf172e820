// What a click on a row of data that are kept elsewhere asks, and where it leads.
import { expect, it } from 'vitest';
import { readRow } from '../../lib/search/row.ts';
import { made } from '../../testing/small-archive.ts';
import { rowAct } from './row-click.ts';

const AREA = 'https://iop.example/area';
const row = (level: string, more: object) =>
  readRow({ ...made('lidar', 'sgp', 'C1', 'temp', { dataLevel: level, link_url: AREA }), ...more });
const QUESTION = 'This data is on the ARM IOP area. Please confirm to open in a new tab.';

it.each([
  ['a field campaign', row('fc', { site_code: '' })],
  ['an investigator', row('pi', { site_code: '' })],
])(
  '[S132] a row of %s without link_xml and site asks before it leaves for the IOP area',
  (_, of) => {
    expect(rowAct(of, 'ARM')).toEqual({ kind: 'leave', question: QUESTION, url: AREA });
  },
);

it.each([
  ['has a site', row('fc', {})],
  ['has a link_xml', row('fc', { site_code: '', link_xml: 'a record' })],
  ['is of neither', row('b1', { site_code: '' })],
  ['has nowhere to lead to', row('fc', { site_code: '', link_url: '' })],
])('a row that %s opens', (_, of) => {
  expect(rowAct(of, 'ARM')).toEqual({ kind: 'expand' });
});

const external = (record: unknown, more: object = {}) =>
  readRow({
    ...made('lidar', 'sgp', 'C1', 'temp', { link_url: AREA }),
    data_repository: 'ESS-DIVE',
    external_record: typeof record === 'string' ? record : JSON.stringify(record),
    ...more,
  });
const asked = (by: string) =>
  `This data is archived by ${by}. Please confirm to open in a new tab.`;

it('a row of another repository asks by the name of its publisher, else its provider, else its repository', () => {
  const named = { publisher: { name: 'CEDA' }, provider: { name: 'NERC' } };
  const url = 'https://data.example/1';
  expect(rowAct(external({ ...named, references: [{ url }] }), 'ARM')).toEqual({
    ...{ kind: 'leave', question: asked('CEDA'), url },
  });
  expect(rowAct(external({ ...named, publisher: { name: '' } }), 'ARM')).toEqual({
    ...{ kind: 'leave', question: asked('NERC'), url: AREA },
  });
});

it.each(['', '[]', 'null', '{', '{"publisher":"x","references":{"url":1}}'])(
  'a row of another repository is of its repository where its record is %j',
  (record) => {
    expect(rowAct(external(record), 'ARM')).toEqual({
      ...{ kind: 'leave', question: asked('ESS-DIVE'), url: AREA },
    });
  },
);

it('a row of another repository never leads to a script', () => {
  const script = { references: [{ url: 'javascript:alert(1)' }] };
  expect(rowAct(external(script), 'ARM')).toMatchObject({ url: AREA });
});

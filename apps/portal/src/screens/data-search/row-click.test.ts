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

// What a script may show of itself, in the address or the header, and what is taken for nothing.
import { expect, it } from 'vitest';
import { credentialOf } from './caller.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

it.each([
  ['ada:secret', { by: 'address', user: 'ada', token: 'secret' }],
  [' ada:secret ', { by: 'address', user: 'ada', token: 'secret' }],
  ['ada:sec:ret', { by: 'address', user: 'ada', token: 'sec:ret' }],
  [`a:${'x'.repeat(398)}`, { by: 'address', user: 'a', token: 'x'.repeat(398) }],
  [`a:${'x'.repeat(399)}`, null],
  ['secret', null], // in the address a token goes with its user
  [':secret', null],
  ['ada:', null],
  [' ', null],
  [undefined, null],
])('the parameter %s', (user, credential) => {
  expect(credentialOf(user, undefined)).toEqual(credential);
});

it.each([
  ['Bearer secret', { by: 'header', user: null, token: 'secret' }],
  ['bEARER  ada:secret ', { by: 'header', user: 'ada', token: 'secret' }],
  [basic('ada:secret'), { by: 'header', user: 'ada', token: 'secret' }],
  [basic('ada:secret').replace('Basic', 'bASIC'), { by: 'header', user: 'ada', token: 'secret' }],
  [basic(' secret '), { by: 'header', user: null, token: 'secret' }],
  [basic(':secret'), null],
  [basic('ada:'), null],
  [basic(' '), null],
  ['Bearer :', null],
])('the header %s, which goes before the parameter', (header, credential) => {
  expect(credentialOf('bob:other', header)).toEqual(credential);
});

it.each(['Digest ada:secret', 'Bearer', 'Bearer two words', ''])(
  'the header %s says nothing, so the parameter counts',
  (header) => {
    const credential = { by: 'address', user: 'bob', token: 'other' };
    expect(credentialOf('bob:other', header)).toEqual(credential);
  },
);

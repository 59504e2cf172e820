// recipe.json: what a delivery was made of, word for word, and a recipe that was changed is none.
import { expect, it } from 'vitest';
import { NO_PROGRESS, type Order } from '../order.ts';
import { testSettings } from '../testing/settings.ts';
import { makeRecipe, readRecipe } from './recipe.ts';

const selectedData = { selectedDatastreams: [], outputFormat: ['CDF'] };
const order = {
  ...{ orderId: 100_001, orderDate: 86_400, progress: NO_PROGRESS },
  request: { selectedData, deliveryBits: 1, idempotencyKey: 'mine' },
} as unknown as Order; // what a recipe needs of it
const input = {
  datastream: 'sgpmetE13.b1',
  file: 'a.cdf',
  path: 'sgp/a.cdf',
  bytes: 7,
  sha256: 'aa',
};
const file = {
  ...{ name: 'a.csv', file: 'a', bytes: 9, sha256: 'bb', crc32: 3, format: 'csv', inputs: [0] },
  ...{ firstTime: 0, lastTime: 1, records: 1, masked: {}, present: {}, marks: {}, kept: {} },
  notes: [],
};
const evidence = {
  order,
  settings: testSettings('/nowhere'),
  simulated: true,
  plan: { orderId: 100_001, inputs: [], treatments: [], units: [] },
  inputs: [input],
  files: [file],
  missing: [{ file: 'b.cdf', reason: 'It is damaged.' }],
  empty: ['c.cdf'],
  quality: [],
  made: 0,
  expires: 1,
};

it('a recipe holds the request, sources, results and what is missing, and nothing that concerns the delivery alone', async () => {
  const { text, hash } = await makeRecipe(evidence);
  expect(readRecipe(text)).toEqual({
    recipe: 1,
    orderId: 100_001,
    orderDate: '1970-01-02T00:00:00Z',
    archive: 'ARM',
    simulated: true,
    software: { name: 'Isobar', version: '1.9.5' },
    selectedData,
    plan: evidence.plan,
    inputs: [input],
    outputs: [{ name: 'a.csv', bytes: 9, sha256: 'bb' }],
    missing: evidence.missing,
    empty: ['c.cdf'],
    quality: [],
    hash,
  });
});

it('a recipe of only what changed names the order since which it changed', async () => {
  const since = { ...order, request: { ...order.request, changedSince: 99 } };
  const { text } = await makeRecipe({ ...evidence, order: since });
  expect(readRecipe(text).changedSince).toBe(99);
});

it('a recipe that was changed since it was made is refused, also where it would still be one', async () => {
  const { text } = await makeRecipe(evidence);
  for (const [was, becomes] of [
    ['"aa"', '"ab"'],
    ['"It is damaged."', '"It is absent."'],
    ['"hash":"', '"hash":"0'],
  ] as const)
    expect(() => readRecipe(text.replace(was, becomes))).toThrow(
      'The recipe was changed since it was made: its hash does not fit.',
    );
});

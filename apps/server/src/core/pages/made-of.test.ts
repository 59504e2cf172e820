// What was made of what, as headers name their inputs, and how often they are read.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inputsOf, openMadeOf } from './made-of.ts';
import { openPageFixture } from './testing/page-fixture.ts';

let house: Awaited<ReturnType<typeof openPageFixture>>;
beforeAll(async () => {
  house = await openPageFixture([]);
});
afterAll(() => house?.close());

it('inputs are the datastreams that the attributes name, however they are written, but not itself', () => {
  const attributes = {
    input_datastreams: 'sgpmetE13.b1 : 7.6 : 20190101;\nnsa30ebbrC1.b1, sgpnone.b1 sgpmetE13.b1',
    input_source: '/data/sgpvapC1.c1/raw and sgpmetE13.00',
  };
  expect(inputsOf(attributes, 'sgpvapC1.c1')).toEqual([
    'sgpmetE13.b1',
    'nsa30ebbrC1.b1',
    'sgpmetE13.00',
  ]);
  expect(inputsOf({}, 'sgpvapC1.c1')).toEqual([]);
});

it('the provenance is read again when the catalogue changed, but at most every ten minutes', async () => {
  let clock = 0;
  const madeOf = openMadeOf(house.db, () => clock);
  const of = (state: string) => madeOf(state)('sgpmetE13.b1');
  await house.addStream('sgpmetE13.b1');
  expect(await of('first')).toEqual([]);
  const inputs = { input_datastreams: 'sgpmetE13.b1' };
  for (const name of ['sgpvapC1.c1', 'sgpaosC1.c1']) await house.addStream(name, inputs);
  clock = 599_000;
  expect(await of('second')).toEqual([]);
  clock = 600_000;
  expect(await of('first')).toEqual([]);
  expect(await of('second')).toEqual(['sgpaosC1.c1', 'sgpvapC1.c1']);
});

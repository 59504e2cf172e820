// What was delivered of each selection: the ordered times of the files that were read, on which
// reports are looked up.
import { expect, it } from 'vitest';
import type { Plan } from '../steps/plan.ts';
import { deliveredHoldings, deliveredOf } from './delivered.ts';

const input = (datastream: string, start: number, end: number) => ({
  ...{ datastream, fileName: `${start}.cdf`, path: `${start}.cdf`, size: 1, start, end },
});
const treatment = (datastream: string, ranges: Plan['treatments'][number]['ranges']) => ({
  ...{ datastream, variables: ['temp'], ranges, masks: [], maskAssessed: [], joinTo: null },
});
const plan: Plan = {
  orderId: 1,
  inputs: [input('a.b1', 0.5, 99.9), input('a.b1', 100, 199), input('b.b1', 0, 50)],
  treatments: [
    treatment('a.b1', [
      { start: 50, end: 120 },
      { start: 500, end: 600 },
    ]),
    treatment('b.b1', null),
    treatment('b.b1', [{ start: 51, end: 60 }]),
  ],
  units: [
    { make: 'netcdf', treatment: 0, inputs: [0, 1], folder: '' },
    { make: 'netcdf', treatment: 1, inputs: [2], folder: '' },
    { make: 'netcdf', treatment: 2, inputs: [2], folder: '' },
  ],
};

it('a holding has the ordered seconds of the files that were read, joined where one follows the other', () => {
  expect(deliveredOf(plan, [{ unit: 0, inputs: [0, 1] }])).toEqual([
    {
      treatment: 0,
      holding: {
        ...{ datastream: 'a.b1', variables: ['temp'] },
        ranges: [{ start: 50, end: 120 }],
      },
    },
  ]);
  expect(deliveredHoldings(plan, [{ unit: 0, inputs: [0] }])[0]?.ranges).toEqual([
    { start: 50, end: 99 },
  ]);
});

it('a holding without ordered dates has the whole of its files, and a selection of which nothing was delivered has none', () => {
  const files = [
    { unit: 1, inputs: [2] },
    { unit: 2, inputs: [2] },
    { unit: 7, inputs: [0] },
  ];
  expect(deliveredHoldings(plan, files)).toEqual([
    { datastream: 'b.b1', variables: ['temp'], ranges: [{ start: 0, end: 50 }] },
  ]);
});

it('a file that was made of several selections counts for each of them, with the inputs of each', () => {
  const parts = [
    { treatment: 0, inputs: [0, 1] },
    { treatment: 1, inputs: [2] },
  ];
  const together: Plan = {
    ...plan,
    units: [{ make: 'netcdf', treatment: 0, inputs: [0, 1, 2], folder: '', parts }],
  };
  const found = deliveredOf(together, [{ unit: 0, inputs: [1, 2] }]);
  expect(found.map(({ holding }) => [holding.datastream, holding.ranges])).toEqual([
    ['a.b1', [{ start: 100, end: 120 }]],
    ['b.b1', [{ start: 0, end: 50 }]],
  ]);
});

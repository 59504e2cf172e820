// Faults of values, where one of several shapes was meant.
import { metricsBody } from '@isobar/contract/calls/files.ts';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { faultsOf } from './issues.ts';

/** As route.ts has them, whichever of zod's two entries made a schema. */
z.config(z.locales.en());

const faults = (schema: z.core.$ZodType, value: unknown): string[] => {
  const read = z.safeParse(schema, value);
  return read.success
    ? []
    : faultsOf(read.error).map(({ path, reason }) => `${path.join('.')}: ${reason}`);
};

it.each([
  [{ datastream: 'a' }, ['dates: Invalid input: expected array, received undefined']],
  [
    [{ datastream: 'a', dates: [{ startDate: '2020-01-01' }] }],
    ['0.dates.0.endDate: Invalid input: expected string, received undefined'],
  ],
  [
    'a',
    [
      ': Invalid input: expected object, received string; or Invalid input: expected array, received string',
    ],
  ],
  [{ datastream: 'a', dates: [] }, []],
])('the faults of %j are those of the shape that was meant', (value, told) => {
  expect(faults(metricsBody, value)).toEqual(told);
});

it('a choice within a choice is followed to the value that is wrong', () => {
  const inner = z.union([z.object({ n: z.number() }), z.string()]);
  const schema = z.object({ a: z.union([z.array(inner), z.null()]) });
  expect(faults(schema, { a: [{ n: 'x' }] })).toEqual([
    'a.0.n: Invalid input: expected number, received string',
  ]);
});

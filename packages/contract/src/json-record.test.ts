// Which values of JSON are records.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isRecord } from './json-record.ts';

it('a value of JSON is a record where its text begins with a brace', () => {
  for (const value of [null, [], {}, [{}], 0, '{}', true])
    expect(isRecord(value), JSON.stringify(value)).toBe(JSON.stringify(value).startsWith('{'));
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(isRecord(value)).toBe(JSON.stringify(value).startsWith('{'));
    }),
  );
});

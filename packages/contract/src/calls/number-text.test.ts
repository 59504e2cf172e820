// Numbers in addresses: what is read as one, what is refused, and how they are described.
import { expect, it } from 'vitest';
import * as z from 'zod';
import { int, optional, positive } from 'zod/mini';
import { numberText } from './number-text.ts';

const query = z.object({ n: optional(numberText(int(), positive())), low: optional(numberText()) });
const read = (asked: object) => z.safeParse(query, asked);

it.each([
  [{ n: '7' }, { n: 7 }],
  [
    { n: '+7', low: '-1.5e-3' },
    { n: 7, low: -0.0015 },
  ],
  [{ low: '0' }, { low: 0 }],
  [{ low: '.5' }, { low: 0.5 }],
  [{ low: -4 }, { low: -4 }],
  [{}, {}],
])('%j is read as %j', (asked, meant) => expect(read(asked).data).toEqual(meant));

it.each([
  [{ n: '' }, 'is empty: write a number, or leave it out'],
  [{ low: '' }, 'is empty: write a number, or leave it out'],
  [{ low: ' ' }, 'is not a number'],
  [{ low: '0x10' }, 'is not a number'],
  [{ low: '1,5' }, 'is not a number'],
  [{ low: 'Infinity' }, 'is not a number'],
  [{ low: '1e999' }, 'Invalid input: expected number, received Infinity'],
  [{ low: ['1', '2'] }, 'Invalid input: expected number, received array'],
  [{ n: '1.5' }, 'Invalid input: expected int, received number'],
  [{ n: '0' }, 'Too small: expected number to be >0'],
])('%j is refused: %s', (asked, reason) => {
  expect(read(asked).error?.issues.map(({ message }) => message)).toEqual([reason]);
});

it('a number as text is described as a number', () => {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' });
  expect([properties.low, properties.n]).toMatchObject([{ type: 'number' }, { type: 'integer' }]);
  expect(required).toEqual([]);
});

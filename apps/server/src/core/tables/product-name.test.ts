// Which of the names that a data product may have is used.
import { expect, it } from 'vitest';
import { otherName, productName } from './product-name.ts';

type Named = Parameters<typeof productName>[0];
const named = (product: string, instrument: string): Named => ({
  datastreamClass: (code) => (code === 'met' && product ? ({ name: product } as never) : undefined),
  instrumentClassOf: (code) => (code === 'met' ? 'metclass' : undefined),
  instrumentClass: (code) =>
    code === 'metclass' && instrument
      ? ({ instrument_class_name: instrument } as never)
      : undefined,
});

it('a product is called as the tables say, else by the title of its files, else as its instrument, else by its code', () => {
  expect(productName(named('Weather', 'Station'), 'met', 'Files')).toBe('Weather');
  expect(productName(named('', 'Station'), 'met', 'Files')).toBe('Files');
  expect(productName(named('', 'Station'), 'met')).toBe('Station');
  expect(productName(named('', ''), 'met')).toBe('met');
  expect(productName(named('Weather', 'Station'), 'roof')).toBe('roof');
});

it('a name that is the code is not shown beside it', () => {
  expect(otherName('met', 'met')).toBe('');
  expect(otherName('met', 'Weather')).toBe('Weather');
});

// The values found in the bytes of a document are those that a JSON parser finds in it.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eachText, NOTHING, OTHER, TEXT, TEXTS, ValueFinder } from './value-finder.ts';

const NAMES = ['a', 'b', 'name', 'straße'];

/** The value that the finder has found, read from the bytes as its kind says. */
function found(finder: ValueFinder, bytes: Uint8Array, place: number): unknown {
  const [start, end] = [finder.starts[place] as number, finder.ends[place] as number];
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString();
  switch (finder.kinds[place]) {
    case TEXT:
      return text(start, end);
    case TEXTS: {
      const texts: string[] = [];
      eachText(bytes, start, end, (from, to) => texts.push(text(from, to)));
      return texts;
    }
    case OTHER:
      return JSON.parse(text(start, end));
    default:
      return NOTHING;
  }
}

function expected(value: unknown): unknown {
  const isEmpty = value === null || value === undefined;
  return isEmpty || (Array.isArray(value) && value.length === 0) ? NOTHING : value;
}

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
);
const object = fc.dictionary(
  fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: 'binary', maxLength: 4 })),
  value,
  { maxKeys: 8 },
);

it('the value finder finds what a reader of JSON finds, whatever came before and stands around', () => {
  fc.assert(
    fc.property(fc.array(object, { minLength: 1, maxLength: 5 }), (documents) => {
      const finder = new ValueFinder(NAMES);
      for (const document of documents) {
        const json = Buffer.from(JSON.stringify(document));
        const bytes = Buffer.concat([Buffer.from('"},{'), json, Buffer.from('","x":1}')]);
        const isPlain = finder.find(bytes, 4, 4 + json.length);
        if (!isPlain) expect(Object.keys(document).join('')).toMatch(/["\\\p{Cc}]/u);
        else
          for (const [place, name] of NAMES.entries()) {
            const own = Object.hasOwn(document, name) ? document[name] : undefined;
            const read = own === undefined ? own : JSON.parse(JSON.stringify(own)); // -0 is 0 there
            expect(found(finder, bytes, place)).toEqual(expected(read));
          }
      }
    }),
    { numRuns: 3000 },
  );
});

it('the value finder remembers the order of keys, and finds values where a key is missing or added', () => {
  const finder = new ValueFinder(['a', 'c']);
  for (const json of ['{"a":1,"b":2,"c":3}', '{"a":1,"c":3}', '{"x":0,"a":1,"b":"c","c":3}']) {
    const bytes = Buffer.from(json);
    expect(finder.find(bytes, 0, bytes.length)).toBe(true);
    expect([found(finder, bytes, 0), found(finder, bytes, 1)]).toEqual([1, 3]);
  }
});

it('the value finder counts the later of two values of one key', () => {
  const bytes = Buffer.from('{"a":"x","a":"y"}');
  const finder = new ValueFinder(['a']);
  expect(finder.find(bytes, 0, bytes.length)).toBe(true);
  expect(found(finder, bytes, 0)).toBe('y');
});

it.each(['', '{', '[]', '{"a":1', '{"a":"x}', '{"a" : 1}', '{"a":[1}', '{"a":1}}', '{"a":1,}'])(
  'the finder of values says no to %s',
  (json) => {
    const bytes = Buffer.from(json);
    expect(new ValueFinder(['a']).find(bytes, 0, bytes.length)).toBe(false);
  },
);

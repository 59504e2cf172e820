// Requests of OAI-PMH as the protocol's own table has them: what each verb takes and needs, its
// dates, and tokens that are read back.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KINDS } from '../../core/pages/thing.ts';
import { type ListAsked, OaiError, PREFIXES, readAsked, writeToken } from './oai-verbs.ts';

/** The code with which a request is refused; '' where it is taken. */
function refusal(given: Parameters<typeof readAsked>[0]): string {
  try {
    readAsked(given);
    return '';
  } catch (error) {
    if (error instanceof OaiError) return error.code;
    throw error;
  }
}

const GIVEN = {
  ...{ identifier: 'oai:a:b', metadataPrefix: 'oai_dc', from: '2020-01-01', until: '2020-01-02' },
  ...{ set: KINDS[0], resumptionToken: 'v1!oai_dc!!!!7!7!' },
};
type Name = keyof typeof GIVEN;

/** Section 4 of the protocol: arguments that a verb needs, and those that it may have besides. */
const TABLE: Readonly<Record<string, readonly [needs: readonly Name[], may: readonly Name[]]>> = {
  Identify: [[], []],
  ListMetadataFormats: [[], ['identifier']],
  ListSets: [[], []],
  GetRecord: [['identifier', 'metadataPrefix'], []],
  ListIdentifiers: [['metadataPrefix'], ['from', 'until', 'set']],
  ListRecords: [['metadataPrefix'], ['from', 'until', 'set']],
};

it.each(Object.entries(TABLE))(
  '%s takes what the protocol says, and needs it',
  (verb, [needs, may]) => {
    const names: Name[] = ['identifier', 'metadataPrefix', 'from', 'until', 'set'];
    fc.assert(
      fc.property(fc.subarray(names), (some) => {
        const isRight =
          needs.every((name) => some.includes(name)) &&
          some.every((name) => [...needs, ...may].some((one) => one === name));
        const given = Object.fromEntries(some.map((name) => [name, GIVEN[name]]));
        expect(refusal({ verb, ...given })).toBe(isRight ? '' : 'badArgument');
      }),
    );
    const { resumptionToken } = GIVEN;
    const isList = verb === 'ListIdentifiers' || verb === 'ListRecords';
    const alone = refusal({ verb, resumptionToken });
    expect(alone).toBe(isList ? '' : verb === 'ListSets' ? 'badResumptionToken' : 'badArgument');
    expect(refusal({ verb, resumptionToken, metadataPrefix: 'oai_dc' })).toBe('badArgument');
  },
);

it('verbs that there are not, arguments that are given twice, formats and sets that there are not are refused by their codes', () => {
  for (const verb of ['', 'identify', 'toString']) expect(refusal({ verb })).toBe('badVerb');
  expect(refusal({})).toBe('badVerb');
  expect(refusal({ verb: ['Identify', 'Identify'] })).toBe('badVerb');
  const list = { verb: 'ListRecords', metadataPrefix: 'oai_dc' };
  expect(refusal({ ...list, metadataPrefix: ['oai_dc', 'oai_dc'] })).toBe('badArgument');
  expect(refusal({ ...list, metadataPrefix: 'marc21' })).toBe('cannotDisseminateFormat');
  expect(refusal({ ...list, set: 'none' })).toBe('noRecordsMatch');
  for (const prefix of PREFIXES) expect(refusal({ ...list, metadataPrefix: prefix })).toBe('');
});

it('days and moments bound a list, the last day with all of its seconds, and are of one granularity in order', () => {
  const list = (from?: string, until?: string) =>
    readAsked({ verb: 'ListRecords', metadataPrefix: 'oai_dc', from, until } as never);
  const bounds = (from: string, until: string) => {
    const { from: first, until: last } = list(from, until) as unknown as ListAsked;
    return [first, last].map((each) => new Date((each ?? 0) * 1000).toISOString());
  };
  expect(bounds('2020-02-29', '2020-02-29')).toEqual([
    '2020-02-29T00:00:00.000Z',
    '2020-02-29T23:59:59.000Z',
  ]);
  expect(bounds('2020-01-01T10:00:00Z', '2020-01-01T10:00:00Z')).toEqual([
    '2020-01-01T10:00:00.000Z',
    '2020-01-01T10:00:00.000Z',
  ]);
  for (const [from, until] of [
    ['2020-01-01', '2020-01-01T10:00:00Z'],
    ['2020-01-02', '2020-01-01'],
    ['2020-02-30', '2020-03-01'],
    ['2020', '2021'],
    ['2020-01-01T10:00Z', '2020-01-01T11:00Z'],
  ] as const)
    expect(() => bounds(from, until)).toThrow(OaiError);
});

const number = fc.nat(999_999);
const asked: fc.Arbitrary<ListAsked> = fc.record({
  prefix: fc.constantFrom(...PREFIXES),
  kind: fc.constantFrom(undefined, ...KINDS),
  ...{ from: fc.option(number, { nil: undefined }), until: fc.option(number, { nil: undefined }) },
  ...{ after: number, told: number, size: fc.option(number, { nil: undefined }) },
});

it('a token is read as what it was written from, and one with a changed part is refused or is a different request', () => {
  const read = (resumptionToken: string) => readAsked({ verb: 'ListRecords', resumptionToken });
  fc.assert(
    fc.property(asked, (list) => {
      expect(read(writeToken(list))).toEqual({ verb: 'ListRecords', ...list });
    }),
  );
  const parts = 'v1!oai_dc!1!2!!3!4!5'.split('!');
  for (const [place, wrong] of [
    ...parts.map((_, at) => [at, 'x'] as const),
    ...[5, 6].map((at) => [at, ''] as const),
    ...[2, 3, 5, 6, 7].map((at) => [at, '1234567890123'] as const),
    ...[2, 7].map((at) => [at, '-1'] as const),
  ])
    expect(
      refusal({ verb: 'ListRecords', resumptionToken: parts.with(place, wrong).join('!') }),
    ).toBe('badResumptionToken');
  for (const token of ['', 'v1', [...parts, ''].join('!'), parts.slice(0, -1).join('!')])
    expect(refusal({ verb: 'ListRecords', resumptionToken: token })).toBe('badResumptionToken');
});

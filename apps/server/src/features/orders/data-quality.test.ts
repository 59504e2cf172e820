// What reports say about selections: counted by a slow twin that looks at every sample, and the
// same in every document and call of an order.
import { text } from 'node:stream/consumers';
import type { OrderFlagged } from '@isobar/contract/calls/flagged.ts';
import type { OrderHistoryEntry, OrderStatusReply } from '@isobar/contract/calls/orders.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import { dataQualitySummary, NO_REPORTS } from '@isobar/contract/quality/data-quality.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DataQualityInput, dataQualityOf } from './data-quality.ts';
import { readRecipe } from './documents/recipe.ts';
import {
  addMetDays,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';

const NAMES = ['temp', 'rh', 'wind'];
const PER_ROW: Readonly<Record<string, number>> = { temp: 1, rh: 1, wind: 5 };
const header = {
  format: 'netcdf4',
  attributes: {},
  place: null,
  dimensions: [
    { name: 'time', length: 100, unlimited: true },
    { name: 'height', length: 5, unlimited: false },
  ],
  variables: [
    {
      name: 'time',
      type: 'double',
      dimensions: ['time'],
      attributes: { units: 's since 2000-01-01' },
    },
    { name: 'temp', type: 'float', dimensions: ['time'], attributes: {} },
    { name: 'rh', type: 'float', dimensions: ['time'], attributes: {} },
    { name: 'wind', type: 'float', dimensions: ['time', 'height'], attributes: {} },
  ],
} as const;
const headers: DataQualityInput['headers'] = new Map([
  ['d', { ...header, dimensions: [...header.dimensions], variables: [...header.variables] }],
]) as DataQualityInput['headers'];
const FILES = [0, 1, 2].map((n) => ({
  size: 1,
  start: n * 1000,
  end: n * 1000 + 99,
  design: 'd',
}));
const qualityOf = (input: Partial<DataQualityInput>) => {
  const work = dataQualityOf({
    datastream: MET,
    files: FILES,
    headers,
    ranges: null,
    variables: [],
    reports: [],
    isMasked: () => false,
    unmasked: new Set(),
    ...input,
  });
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
  }
};

it('the quality of a selection is not masked by a report on variables that no file has values of', () => {
  const report = { code: CODES.incorrect, start: 0, end: 50, subject: 's', datastream: MET };
  const of = (id: string, variables: readonly string[]) => ({ ...report, id, variables });
  const { reports } = qualityOf({
    reports: [of('a', ['qc_temp']), of('b', ['other']), of('c', ['temp', 'qc_temp']), of('d', [])],
    isMasked: () => true,
  } as Partial<DataQualityInput>);
  expect(new Map(reports.map(({ id, masked }) => [id, masked]))).toEqual(
    new Map([
      ['a', 'no'],
      ['b', 'no'],
      ['c', 'yes'],
      ['d', 'yes'],
    ]),
  );
});

const names = fc.subarray(NAMES);
const range = fc
  .tuple(fc.integer({ min: -50, max: 2200 }), fc.integer({ min: 0, max: 1200 }))
  .map(([start, length]) => ({ start, end: start + length }));
const span = fc.record({
  range,
  id: fc.constantFrom('D1', 'D2', 'D3'),
  code: fc.constantFrom(CODES.missing, CODES.suspect, CODES.incorrect, CODES.note),
  variables: names,
});

it('the quality of a selection equals what is counted sample by sample, for random reports, ranges, variables and filters', () => {
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 6 }),
      fc.option(fc.array(range, { minLength: 1, maxLength: 3 })),
      names,
      fc.subarray([CODES.suspect, CODES.incorrect]),
      (spans, ranges, variables, masked) => {
        const reports = spans.map(({ range: { start, end }, ...one }) => ({
          ...one,
          ...{ datastream: MET, start, end, subject: '' },
        }));
        const told = qualityOf({
          reports,
          ranges,
          variables,
          isMasked: ({ code }) => masked.some((one) => one === code),
        });
        const rows = FILES.flatMap(({ start }) =>
          Array.from({ length: 100 }, (_, i) => start + i),
        ).filter(
          (time) =>
            ranges === null || ranges.some(({ start, end }) => start <= time && time <= end),
        );
        const ordered = variables.length > 0 ? variables : NAMES;
        const about = (one: (typeof reports)[number], name: string, time: number): boolean =>
          (one.variables.length === 0 || one.variables.includes(name)) &&
          one.start <= time &&
          time <= one.end;
        const count = (hit: (name: string, time: number) => boolean): number =>
          ordered.reduce(
            (sum, name) =>
              sum + rows.filter((time) => hit(name, time)).length * (PER_ROW[name] ?? 0),
            0,
          );
        expect(told.values).toBe(count(() => true));
        const masks = reports.filter(({ code }) => masked.some((one) => one === code));
        expect(told.masked).toBe(
          count((name, time) => masks.some((one) => about(one, name, time))),
        );
        for (const report of told.reports) {
          const own = reports.filter(({ id, code }) => id === report.id && code === report.code);
          expect(report.values).toBe(
            count((name, time) => own.some((one) => about(one, name, time))),
          );
          expect(report.masked === 'yes').toBe(masked.some((one) => one === report.code));
        }
        const bad = reports.filter(
          ({ code }) => code === CODES.suspect || code === CODES.incorrect,
        );
        const throughout = (those: typeof reports, name: string): boolean =>
          rows.length > 0 && rows.every((time) => those.some((one) => about(one, name, time)));
        expect(told.wholly.map(({ variable, masked: is }) => [variable, is]).sort()).toEqual(
          ordered
            .filter((name) => throughout(bad, name))
            .map((name) => [name, throughout(masks, name)])
            .sort(),
        );
      },
    ),
    { numRuns: 200 },
  );
});

it('the quality of a selection says of variables that could not be masked that they were not', () => {
  const all = {
    ...{ id: 'D1', code: CODES.suspect, subject: '', datastream: MET },
    variables: [],
  };
  const told = qualityOf({
    reports: [{ ...all, start: 0, end: 5000 }],
    isMasked: () => true,
    unmasked: new Set(['temp']),
  });
  expect(told.reports[0]?.masked).toBe('partly');
  expect(told.wholly).toContainEqual({ variable: 'temp', by: ['D1'], masked: false });
  expect(told.wholly).toContainEqual({ variable: 'rh', by: ['D1'], masked: true });
});

it('the quality of a selection yields after each report, however many files there are', () => {
  const files = Array.from({ length: 5000 }, (_, i) => ({
    ...{ size: 1, design: 'd' },
    ...{ start: i * 1000, end: i * 1000 + 99 },
  }));
  const reports = Array.from({ length: 60 }, (_, i) => ({
    ...{ id: `D${i}`, code: CODES.suspect, subject: '', datastream: MET, variables: [] },
    ...{ start: i * 10_000, end: i * 10_000 + 5000 },
  }));
  const work = dataQualityOf({
    ...{ datastream: MET, files, headers, ranges: null, variables: [], reports },
    ...{ isMasked: () => false, unmasked: new Set<string>() },
  });
  let yields = 0;
  while (!work.next().done) yields += 1;
  expect(yields).toBeGreaterThanOrEqual(60);
});

describe('the data quality of an order', () => {
  let house: OrderFixture;
  let ada: Awaited<ReturnType<OrderFixture['signIn']>>;
  beforeEach(async () => {
    house = await openOrderFixture();
    ada = await house.signIn('ada');
    await addMetDays(house, MET, 3);
  });
  afterEach(() => house.close());

  const report = (some: Record<string, string>) => ({
    ...{
      dqr_id: 'D200318.4',
      datastream: MET,
      open_ended: 'no',
      extent: 'some',
      quality_code: '3',
    },
    ...{ start_time: '2016-10-03T16:16:00Z', end_time: '2020-03-06T22:20:00Z' },
    ...{ variables: 'temp_mean', subject: 'Bad calibration' },
    ...some,
  });
  const request = (selection: object = {}) => {
    const whole = requestOf(MET, '2019-01-01', '2019-01-03') as {
      selectedData: { selectedDatastreams: object[] };
    };
    const [only] = whole.selectedData.selectedDatastreams;
    return {
      ...whole,
      selectedData: { ...whole.selectedData, selectedDatastreams: [{ ...only, ...selection }] },
    };
  };

  async function ordered(payload: object) {
    const headers = ada.headers;
    const created = await house.place(headers, payload);
    const { orderId } = created.json<{ orderId: number }>();
    await house.work();
    const documents = new Map<string, string>();
    for await (const { key } of house.blobs.list(String(orderId)))
      if (/README|recipe/.test(key))
        documents.set(key.split('/').at(-1) ?? '', await text(await house.blobs.read(key)));
    const get = async <T>(url: string): Promise<T> =>
      (await house.app.inject({ method: 'GET', url: `/services/order/${url}`, headers })).json<T>();
    const status = await get<OrderStatusReply>(`status/${orderId}`);
    const history = await get<{ orderHistoryResponses: OrderHistoryEntry[] }>('orders/history');
    const mail = (await house.mails()).at(-1) ?? '';
    const flat = (written: string): string => written.replace(/=\r?\n/g, '').replace(/\s+/g, ' ');
    return {
      readme: flat(documents.get('README.txt') ?? ''),
      recipe: readRecipe(documents.get('recipe.json') ?? ''),
      status: status.quality,
      card: history.orderHistoryResponses.find((one) => one.orderId === orderId)?.quality ?? null,
      mail: flat(await house.readMail(mail)),
    };
  }

  it.each([
    [
      'one variable, not masked',
      { variables: ['temp_mean'] },
      {},
      'All values of temp_mean are incorrect or suspect by D200318.4, and are not masked.',
    ],
    [
      'one variable, masked',
      { variables: ['temp_mean'], dqrFilter: ['suspect'] },
      {},
      'All values of temp_mean are masked by D200318.4.',
    ],
    [
      'all variables',
      {},
      { variables: 'all' },
      'All values of temp_mean, rh_mean are incorrect or suspect by D200318.4, and are not masked.',
    ],
    [
      'a report of bare days',
      {},
      { start_time: '2019-01-02', end_time: '2019-01-02' },
      '2019-01-02; temp_mean: 144 of 432 values (33.3 %), not masked',
    ],
    [
      'several ranges',
      {
        dates: [
          { startDate: '2019-01-01 00:00:00', endDate: '2019-01-01 11:59:59' },
          { startDate: '2019-01-03 00:00:00', endDate: '2019-01-03 11:59:59' },
        ],
        dqrFilter: ['suspect'],
      },
      { start_time: '2019-01-01T06:00:00Z', end_time: '2019-01-03T05:59:59Z' },
      '2019-01-01, 2019-01-03; temp_mean: 72 of 144 values (50.0 %), masked',
    ],
  ] as const)(
    'the data quality of an order is the same in README, recipe, mail, card and tracking: %s',
    async (_, selection, row, words) => {
      house.setTables({ 'quality-reports.csv': [report(row)] });
      const told = await ordered(request(selection));
      expect(told.readme).toContain(words);
      expect(told.readme).not.toContain('Nothing in particular');
      expect(told.recipe.quality).toEqual(told.status);
      expect(told.card).toEqual(told.status);
      expect(told.mail).toContain(dataQualitySummary(told.status ?? []));
      expect(told.mail).toContain(words);
    },
  );

  it('the data quality of an order names the share and the report of what was masked', async () => {
    house.setTables({ 'quality-reports.csv': [report({})] });
    const told = await ordered(request({ dqrFilter: ['suspect'] }));
    expect(told.readme).toContain(
      `- ${MET} temp_mean: 432 of 432 in the files concerned, 100.0 % by D200318.4`,
    );
  });

  it('the data quality of an order is nothing only where no report affects what was delivered', async () => {
    house.setTables({
      'quality-reports.csv': [report({ start_time: '2018-01-01', end_time: '2018-12-31' })],
    });
    const told = await ordered(request());
    expect(told.readme).toContain(`Data quality ------------ ${NO_REPORTS}`);
    expect(told.readme).toContain('Nothing in particular.');
    expect(told.mail).toContain(NO_REPORTS);
    expect(told.status).toMatchObject([{ reports: [], wholly: [] }]);
  });

  it('the data quality of an order is the same before the order is placed as after its delivery', async () => {
    house.setTables({
      'quality-reports.csv': [
        report({}),
        report({ dqr_id: 'D1', quality_code: '5', variables: 'all' }),
      ],
    });
    const payload = request({ dqrFilter: ['suspect'] });
    const reply = await house.app.inject({
      ...{ method: 'POST', url: '/services/order/orders/flagged', payload },
    });
    expect(reply.json<OrderFlagged>().quality).toEqual((await ordered(payload)).status);
  });
});

// What an order may not hold together with one file or a time grid, and how large a grid may
// become.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gridBytes } from '../../core/grid/grid-methods.ts';
import {
  addFile,
  addMetDays,
  DAY,
  JANUARY_1,
  type OrderFixture,
  openOrderFixture,
  requestOf,
} from './testing/order-fixture.ts';

const MET = 'sgpmetE13.b1';
const RAW = 'sgpmetE13.00';
const AERIAL = 'sgpmetF1.b1';
let house: OrderFixture;
let headers: Record<string, string>;

beforeAll(async () => {
  house = await openOrderFixture();
  headers = { ...(await house.signIn('ada')).headers };
  await addMetDays(house, MET, 3);
  await addMetDays(house, AERIAL, 1);
  const span = { start: JANUARY_1, end: JANUARY_1 + DAY - 1 };
  await addFile(house, `${RAW}.20190101.000000.raw.dat`, 'raw', { datastream: RAW, ...span });
});
afterAll(() => house.close());

const place = (payload: object) =>
  house.app.inject({ method: 'POST', url: '/services/order/orders/create', headers, payload });

/** An order of the first day, with a second datastream where one is named. */
const order = (selectedData: object, second?: string, selected: object = {}) => {
  const one = requestOf(MET, '2019-01-01', '2019-01-01', selected, selectedData);
  if (!second) return one;
  const [own] = requestOf(second, '2019-01-01', '2019-01-01').selectedData.selectedDatastreams;
  const { selectedDatastreams } = one.selectedData;
  return {
    selectedData: { ...one.selectedData, selectedDatastreams: [...selectedDatastreams, own] },
  };
};

async function refusal(payload: object) {
  const { code, message, details } = (await place(payload)).json();
  return { code, message, path: details?.[0]?.path };
}
const of = (message: string, path?: string) => ({ code: 'invalid-order', message, path });
const GRID = { timeGrid: { step: 60 } };

it('one file of a datastream is refused together with what does not go with it, and names the selection', async () => {
  expect(await refusal(order({ oneFile: {}, ...GRID }))).toMatchObject(
    of('On a time grid all files of a datastream are one already: choose one of the two.'),
  );
  expect(await refusal(order({ oneFile: {}, sortTimes: true }))).toMatchObject(
    of('Rows of one file keep their order: they cannot be sorted by time.'),
  );
  expect(await refusal(order({ oneFile: {} }, RAW))).toEqual(
    of(
      `${RAW} is raw data, which is delivered as it is and cannot become one file.`,
      'selectedData.selectedDatastreams.1.datastream',
    ),
  );
  const { code, message } = await refusal(order({ oneFile: {}, outputFormat: ['NCSV'] }, AERIAL));
  expect([code, message]).toEqual([
    'invalid-order',
    `ICARTT files hold one flight each: ${AERIAL} cannot become one file in this format.`,
  ]);
});

it('one file of a datastream is taken of each datastream of an order, also sorted where it is not requested', async () => {
  expect((await place(order({ oneFile: {} }))).statusCode).toBe(200);
  expect((await place(order({ sortTimes: true }, RAW))).statusCode).toBe(200);
  expect((await place(order({}, AERIAL))).statusCode).toBe(200);
});

it('a time grid is refused where a selection is raw data, or has no variable for it', async () => {
  expect(await refusal(order(GRID, RAW))).toEqual(
    of(
      `${RAW} is raw data, which is delivered as it is and cannot be put on a time grid.`,
      'selectedData.selectedDatastreams.1.datastream',
    ),
  );
  const { message, path } = await refusal(order(GRID, undefined, { variables: ['lat'] }));
  expect(message).toMatch(new RegExp(`^Nothing of ${MET} can be put on a time grid`));
  expect(path).toBe('selectedData.selectedDatastreams.0.variables');
});

it('a time grid may take as much as one order, and seconds that two ranges share count once', async () => {
  const grid = (step: number, ...dates: readonly (readonly [number, number])[]) => ({
    selectedData: {
      selectedDatastreams: [
        {
          datastream: MET,
          variables: ['temp_mean'],
          dates: dates.map(([from, to]) => ({
            startDate: `2019-01-0${from}`,
            endDate: `2019-01-0${to}`,
          })),
        },
      ],
      outputFormat: ['ANDR'],
      timeGrid: { step },
    },
  });
  Object.assign(house.settings, { maximumOrderBytes: gridBytes(2 * DAY, 1, 1) });
  const taken = async (...all: Parameters<typeof grid>) => (await place(grid(...all))).statusCode;
  expect(await taken(1, [1, 2])).toBe(200);
  expect(await taken(1, [1, 2], [2, 2], [1, 1])).toBe(200);
  expect(await taken(2, [1, 3])).toBe(200);
  const { code, message } = await refusal(grid(1, [1, 3]));
  expect(code).toBe('invalid-order');
  expect(message).toMatch(
    /^A time grid with this step would take .* one order may take .*\. Choose a longer step or fewer days\.$/,
  );
  Object.assign(house.settings, { maximumOrderBytes: 1e12 });
  expect(await taken(1, [1, 3])).toBe(200);
});

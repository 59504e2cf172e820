// Rows of several stations are on no time grid, since a cell would mix them: by the headers of a
// catalogue, and by a series.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import { gridPlan, proposedMethods, seriesGridPlan } from './grid-methods.ts';

let store: TemporaryStore;
beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.close());

type Attributes = Readonly<Record<string, string>>;
const variable = (name: string, dimensions: readonly string[], attributes: Attributes = {}) => ({
  ...{ name, type: 'float', dimensions, attributes },
});
const TIME = variable('time', ['obs'], {
  units: 'seconds since 2020-01-01',
  standard_name: 'time',
});
const TEMP = variable('temp', ['obs'], { units: 'K' });
const INDEX = variable('station_index', ['obs'], { instance_dimension: 'station' });
const COUNT = variable('row_size', ['station'], { sample_dimension: 'obs' });

/** A datastream with such files, as a harvest leaves it. */
async function catalogued(
  datastream: string,
  variables: readonly ReturnType<typeof variable>[],
  stations: number,
): Promise<void> {
  const dimensions = [
    { name: 'obs', length: 60, unlimited: false },
    { name: 'station', length: stations, unlimited: false },
  ];
  const header = { format: 'netcdf4', attributes: {}, dimensions, variables, place: null };
  await store.db
    .insertInto('designs')
    .values({ datastream, design: 'd', header: JSON.stringify(header) })
    .execute();
}

it.each([
  ['indexed', INDEX, 3, null],
  ['counted', COUNT, 3, null],
  ['indexed-one', INDEX, 1, 'mean'],
  ['counted-one', COUNT, 1, 'mean'],
] as const)(
  'files whose rows are %s, by %j of %d, have the method %s',
  async (name, index, stations, method) => {
    await catalogued(name, [TIME, TEMP, index], stations);
    expect(await proposedMethods(store.db, name)).toMatchObject([{ name: 'temp', method }]);
    const { variables, leftOut } = await gridPlan(store.db, name, [], []);
    expect(variables).toEqual(method === null ? [] : [{ name: 'temp', method }]);
    expect(leftOut.map(({ reason }) => reason)).toEqual(
      method === null
        ? [expect.stringContaining(`several stations, profiles or trajectories (${index.name})`)]
        : [],
    );
  },
);

it.each([
  [3, []],
  [1, [{ name: 'temp', method: 'mean' }]],
])('a series of %d stations has %j on a grid', (length, variables) => {
  const along = { type: 'float', perRecord: true, inner: [], attributes: [] };
  const text = (name: string, value: string) => ({ name, type: 'char', value }) as const;
  const series = [
    { ...along, name: 'temp' },
    { ...along, name: 'station_index', attributes: [text('instance_dimension', 'station')] },
    { ...along, name: 'lat', perRecord: false, inner: [{ name: 'station', length }] },
  ];
  expect(seriesGridPlan(series).variables).toEqual(variables);
});

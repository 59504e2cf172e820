// The forms in which scripts send the same order.
import { expect, it } from 'vitest';
import { readOrderForm } from './form.ts';

type Loose = Readonly<Record<string, unknown>>;
const read = async (data: Loose, datastream: Loose = {}, rest: Loose = {}) => {
  const { order } = await readOrderForm({
    body: {
      selectedData: {
        selectedDatastreams: [{ datastream: 'sgpmetE13.b1', ...datastream }],
        outputFormat: ['ANDR'],
        ...data,
      },
      ...rest,
    },
  });
  return order;
};

it.each([
  [{}, false, null],
  [{ mergedOutput: '', maxMb: '' }, false, null],
  [{ mergedOutput: 'No' }, false, null],
  [{ mergedOutput: 0 }, false, null],
  [{ mergedOutput: 'false', maxMb: null }, false, null],
  [{ mergedOutput: true, maxMb: 512 }, true, 512],
  [{ mergedOutput: 'true', maxMb: '512' }, true, 512],
  [{ mergedOutput: 2048 }, true, 2048],
  [{ mergedOutput: '2048', maxMb: '1024' }, true, 1024],
])('an order joins files as %o says', async (data, mergedOutput, maxMb) => {
  expect((await read(data)).selectedData).toMatchObject({ mergedOutput, maxMb });
});

it.each([
  ['ANDR', ['ANDR']],
  ['andr, ncsv', ['ANDR', 'NCSV']],
  ['ANDR;SMQC', ['ANDR', 'SMQC']],
  [['ncsv'], ['NCSV']],
])('an order names its formats as %o', async (outputFormat, told) => {
  expect((await read({ outputFormat })).selectedData.outputFormat).toEqual(told);
});

it.each([
  [{}, [], false],
  [{ dqrFilter: '', qcFilter: '' }, [], false],
  [{ dqrFilter: 'none', qcFilter: [] }, [], false],
  [{ dqrFilter: 'Incorrect,Suspect', qcFilter: 'true' }, ['incorrect', 'suspect'], true],
  [{ dqrFilter: ['SUSPECT'], qcFilter: ['SMQC'] }, ['suspect'], true],
  [{ dqrFilter: ['incorrect'], qcFilter: 'smqc' }, ['incorrect'], true],
])('an order names what is masked as %o', async (datastream, dqrFilter, qcFilter) => {
  const [told] = (await read({}, datastream)).selectedData.selectedDatastreams;
  expect(told).toMatchObject({ dqrFilter, qcFilter });
});

it('[C039] an order gives a datastream formats and joining of its own in the same forms', async () => {
  const { selectedData } = await read({}, { outputFormat: 'ncsv; parq', mergedOutput: '512' });
  expect(selectedData.selectedDatastreams[0]).toMatchObject({
    outputFormat: ['NCSV', 'PARQ'],
    mergedOutput: true,
    maxMb: 512,
  });
  const [plain] = (await read({})).selectedData.selectedDatastreams;
  expect(plain).not.toHaveProperty('outputFormat');
  expect(plain).not.toHaveProperty('mergedOutput');
  await expect(read({}, { outputFormat: ['ODD'] })).rejects.toThrow(
    /selectedDatastreams.0.outputFormat/,
  );
});

it('an order gives lists as texts, numbers and flags too', async () => {
  const order = await read(
    {},
    { variables: 'temp_mean, rh_mean', files: 'a.cdf', scanNames: '' },
    { deliveryBits: '5', sendConfEmail: 'false', extraDestinations: 'a,b' },
  );
  expect(order).toMatchObject({ deliveryBits: 5, sendConfEmail: false });
  expect(order.extraDestinations).toEqual(['a', 'b']);
  expect(order.selectedData.selectedDatastreams[0]).toMatchObject({
    variables: ['temp_mean', 'rh_mean'],
    files: ['a.cdf'],
    scanNames: [],
  });
});

it.each([
  [{ mergedOutput: 'perhaps' }, {}],
  [{ maxMb: 'many' }, {}],
  [{ outputFormat: 'XLS' }, {}],
  [{ outputFormat: 7 }, {}],
  [{}, { dqrFilter: 'bad' }],
  [{}, { dqrFilter: [7] }],
  [{}, { qcFilter: ['ANDR'] }],
  [{}, { qcFilter: 7 }],
  [{}, { variables: [7] }],
  [{ selectedDatastreams: 'sgpmetE13.b1' }, {}],
  [{ selectedDatastreams: [7] }, {}],
])('an order that means nothing is refused with its place: %o %o', async (data, datastream) => {
  await expect(read(data, datastream)).rejects.toThrow(/^The order cannot be read: selectedData/);
});

it('an order has no more ranges than are counted before any of them is read', async () => {
  const dates = Array.from({ length: 2000 }, () => ({
    startDate: '2019-01-01',
    endDate: '2019-01-01',
  }));
  const selections = (count: number, last: readonly object[]) => ({
    body: {
      selectedData: {
        selectedDatastreams: [
          ...Array.from({ length: count }, () => ({ datastream: 'sgpmetE13.b1', dates })),
          { datastream: 'sgpmetE13.b1', dates: last },
        ],
        outputFormat: ['ANDR'],
      },
    },
  });
  const { order } = await readOrderForm(selections(10, []));
  expect(order.selectedData.selectedDatastreams).toHaveLength(11);
  await expect(readOrderForm(selections(10, [{ startDate: 'no day' }]))).rejects.toMatchObject({
    code: 'too-large',
  });
});

it('an order has no more selections than an order may have', async () => {
  const selectedDatastreams = Array.from({ length: 1001 }, () => ({ datastream: 'a.b1' }));
  await expect(read({ selectedDatastreams })).rejects.toThrow(/selectedDatastreams/);
});

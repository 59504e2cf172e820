// The forms in which scripts send the same order.
import type { FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { readOrderForm } from './form.ts';

type Loose = Readonly<Record<string, unknown>>;
const read = (data: Loose, datastream: Loose = {}, rest: Loose = {}) =>
  readOrderForm({
    body: {
      selectedData: {
        selectedDatastreams: [{ datastream: 'sgpmetE13.b1', ...datastream }],
        outputFormat: ['ANDR'],
        ...data,
      },
      ...rest,
    },
  } as FastifyRequest).order; // nothing else of a request is read

describe('an order', () => {
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
  ])('joins files as %o says', (data, mergedOutput, maxMb) => {
    expect(read(data).selectedData).toMatchObject({ mergedOutput, maxMb });
  });

  it.each([
    ['ANDR', ['ANDR']],
    ['andr, ncsv', ['ANDR', 'NCSV']],
    ['ANDR;SMQC', ['ANDR', 'SMQC']],
    [['ncsv'], ['NCSV']],
  ])('names its formats as %o', (outputFormat, told) => {
    expect(read({ outputFormat }).selectedData.outputFormat).toEqual(told);
  });

  it.each([
    [{}, [], false],
    [{ dqrFilter: '', qcFilter: '' }, [], false],
    [{ dqrFilter: 'none', qcFilter: [] }, [], false],
    [{ dqrFilter: 'Incorrect,Suspect', qcFilter: 'true' }, ['incorrect', 'suspect'], true],
    [{ dqrFilter: ['SUSPECT'], qcFilter: ['SMQC'] }, ['suspect'], true],
    [{ dqrFilter: ['incorrect'], qcFilter: 'smqc' }, ['incorrect'], true],
  ])('names what is masked as %o', (datastream, dqrFilter, qcFilter) => {
    const [told] = read({}, datastream).selectedData.selectedDatastreams;
    expect(told).toMatchObject({ dqrFilter, qcFilter });
  });

  it('gives lists as texts, numbers and flags too', () => {
    const order = read(
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
  ])('that means nothing is refused with its place: %o %o', (data, datastream) => {
    expect(() => read(data, datastream)).toThrow(/^The order cannot be read: selectedData/);
  });
});

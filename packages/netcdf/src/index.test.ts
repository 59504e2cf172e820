// The list of what others may use: a change of it is a change for everybody.
import { expect, it } from 'vitest';
import * as netcdf from './index.ts';

it('exports what others build on, and nothing else', () => {
  expect(Object.keys(netcdf).sort()).toEqual([
    'ClassicWriter',
    'Hdf5Writer',
    'NOTES_ATTRIBUTE',
    'NetcdfError',
    'OUTPUT_FORMATS',
    'blocksOf',
    'bytesSource',
    'charRows',
    'classicLayout',
    'concatenate',
    'countTimes',
    'descriptionsOf',
    'failing',
    'failingFlags',
    'fileSource',
    'findTimeAxis',
    'isDescription',
    'isOutputFormat',
    'itemsOf',
    'longestCells',
    'missingValues',
    'numbersAttribute',
    'onlyClock',
    'openDataset',
    'parseTimeUnits',
    'qualityOf',
    'readTimeRange',
    'readTimes',
    'textAttribute',
    'timesInWords',
    'typeBytes',
    'unpacked',
    'unpackingOf',
  ]);
});

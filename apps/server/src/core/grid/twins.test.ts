// What the contract says of time grids is what the package that makes them does.
import * as contract from '@isobar/contract/orders/time-grid.ts';
import * as netcdf from '@isobar/netcdf';
import { expect, it } from 'vitest';

it('the methods and steps that may be asked for are those that can be made [AV1] [AV2]', () => {
  expect(contract.GRID_METHODS).toEqual(netcdf.GRID_METHODS);
  const numbers = [...Array(90_000).keys(), -60, 0.5, Number.NaN, Number.POSITIVE_INFINITY];
  expect(numbers.filter(contract.isGridStep)).toEqual(numbers.filter(netcdf.isGridStep));
  expect(contract.GRID_STEPS.every(netcdf.isGridStep)).toBe(true);
});

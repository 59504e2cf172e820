// What comes along with a variable: everything that its attributes name, and what those name in
// turn.
import { expect, it } from 'vitest';
import { madeFile } from '../testing/made-file.ts';
import { selectPresent } from './select.ts';

const number = (attributes = {}, dimensions: readonly string[] = []) =>
  ({ type: 'float', dimensions, values: [1, 2], attributes }) as const;

it('the selection of variables brings coordinates, and whatever the attributes name, in turn', async () => {
  const dataset = await madeFile({
    time: 1,
    dimensions: { lat: 2, lon: 2, lev: 2 },
    variables: {
      x: number(
        {
          coordinates: 'height station',
          grid_mapping: 'crs: lat lon',
          ancillary_variables: 'x_error',
          cell_measures: 'area: cell_area',
        },
        ['lat', 'lon'],
      ),
      lat: number({ bounds: 'lat_edges' }, ['lat']),
      lon: number({}, ['lon']),
      lat_edges: number({}, ['lat']),
      lev: number({ formula_terms: 'a: hyam ps: surface' }, ['lev']),
      height: number({ ancillary_variables: 'height_flag' }, ['lev']),
      height_flag: number(),
      station: number(),
      crs: number(),
      x_error: number(),
      cell_area: number(),
      hyam: number(),
      surface: number(),
      unrelated: number({}, ['lat']),
    },
  });
  expect(selectPresent(dataset.variables, ['x']).map(({ name }) => name)).toEqual(
    dataset.variables.map(({ name }) => name).filter((name) => name !== 'unrelated'),
  );
  const few = selectPresent(dataset.variables, ['lon']).map(({ name }) => name);
  expect(few.sort()).toEqual(['lat', 'lat_edges', 'lon']);
});

it('the selection of a variable brings its bounds and its quality by their names, which nothing states', async () => {
  const dataset = await madeFile({
    time: 1,
    variables: { x: number(), x_bounds: number(), qc_x: number(), qc_y: number(), y: number() },
  });
  const chosen = selectPresent(dataset.variables, ['x', 'nobody']).map(({ name }) => name);
  expect(chosen).toEqual(['x', 'x_bounds', 'qc_x']);
});

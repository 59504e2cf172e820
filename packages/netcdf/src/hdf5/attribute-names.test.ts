// The names of attributes where the library lists none: there are none, or their blocks are
// damaged.
import { expect, it } from 'vitest';
import { attributeNames } from './attribute-names.ts';
import type { H5 } from './h5.ts';

/** A library that lists these, and finds `stored` by their names alone. */
const library = (
  listed: readonly string[],
  stored: readonly string[],
  wrong = 'name not defined!',
) =>
  ({
    get_attribute_names: () => listed,
    get_attribute_metadata: (_file: bigint, _path: string, name: string) => {
      if (!stored.includes(name)) throw new Error(`error - ${wrong}`);
      return {};
    },
  }) as unknown as H5; // all that the names are read with

it('attributes that are listed are those of the object, and none where the library knows none by name', () => {
  expect(attributeNames(library(['units', 'mine'], []), 0n, '/v')).toEqual(['units', 'mine']);
  expect(attributeNames(library([], []), 0n, '/v')).toEqual([]);
});

it.each(['units', '_Netcdf4Dimid', 'DIMENSION_LIST', 'Conventions', 'history', 'site_id', 'doi'])(
  'an object that lists no attributes and has %s is damaged',
  (name) => {
    expect(() => attributeNames(library([], [name]), 0n, '/v')).toThrow(
      'corrupt: the attributes of /v cannot be listed',
    );
  },
);

it('an object whose attributes cannot be looked up is damaged in the words of the library', () => {
  expect(() => attributeNames(library([], [], 'bad index'), 0n, '/v')).toThrow('bad index');
});

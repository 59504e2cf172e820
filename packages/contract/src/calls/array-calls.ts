// Calls of arrays: their description, the keys of a Zarr store, and the answers of DAP2.
import * as z from 'zod/mini';
import { ARRAY_ANSWER, ARRAY_STORE, type ArrayVariant, arrayInfo, arrayState } from './arrays.ts';
import { addressOf, bytes, defineCall } from './call.ts';

const datastream = z.string().check(z.minLength(1), z.maxLength(200));

/** A token counts its own bytes; without one the address does. */
const ARRAYS = {
  service: 'arrays',
  session: 'optional',
  credential: 'token',
  token: 'data',
} as const;

/** A reader asks for many small keys. */
export const ARRAY_CALLS_PER_MINUTE = 20_000;

const EXAMPLE = { datastream: 'sgpmetE13.b1', state: '0123456789' };

export const describeArrays = defineCall({
  ...ARRAYS,
  method: 'GET',
  path: '/:datastream',
  summary: 'A datastream as one array: addresses of its present state, variables, what changed',
  params: z.object({ datastream }),
  answer: arrayInfo,
  errors: ['forbidden', 'not-found', 'unavailable'],
  revalidates: true,
  example: { params: { datastream: EXAMPLE.datastream } },
});

export const readArrayKey = defineCall({
  ...ARRAYS,
  method: 'GET',
  path: '/:datastream/:state/:store/*',
  summary:
    'A key of a Zarr store (version 3 or 2): metadata, a chunk of values, or the names of what is in it',
  params: z.object({
    datastream,
    state: arrayState,
    /** A variant, also on a time grid: 'clean-mean-3600s.zarr'. */
    store: z
      .string()
      .check(
        z.regex(
          ARRAY_STORE,
          'Stores are whole.zarr, clean.zarr, strict.zarr and such as clean-mean-3600s.zarr.',
        ),
      ),
    /** Without a key, or with the name of a variable alone, the names in it are listed. */
    '*': z.string().check(z.maxLength(400)),
  }),
  answer: bytes('application/json', 'application/octet-stream', 'text/html'),
  errors: ['forbidden', 'gone', 'not-found', 'too-large', 'unavailable'],
  ranges: true,
  perMinute: ARRAY_CALLS_PER_MINUTE,
  example: { params: { ...EXAMPLE, store: 'clean.zarr', '*': 'zarr.json' } },
});

export const readArrayByDap = defineCall({
  ...ARRAYS,
  method: 'GET',
  path: '/:datastream/:state/:answer',
  summary:
    'DAP2 (OPeNDAP): structure, attributes and values; the query is a constraint. The name of a Zarr store lists what is in it',
  params: z.object({
    datastream,
    state: arrayState,
    answer: z
      .string()
      .check(
        z.regex(
          ARRAY_ANSWER,
          'By DAP2 there are .dds, .das, .dods, .ver and .html of whole.dap, clean.dap, strict.dap and such as clean-mean-3600s.dap; stores of Zarr are whole.zarr, clean.zarr, strict.zarr and such as clean-mean-3600s.zarr.',
        ),
      ),
  }),
  answer: bytes('text/plain', 'application/octet-stream', 'text/html'),
  failure: bytes('text/plain'),
  errors: ['forbidden', 'gone', 'not-found', 'too-large', 'unavailable'],
  perMinute: ARRAY_CALLS_PER_MINUTE,
  example: { params: { ...EXAMPLE, answer: 'clean.dap.dds' } },
});

/** Addresses of a variant of a state. `origin`: of the installation, without a slash at its end. */
export function arrayAddresses(
  origin: string,
  of: { readonly datastream: string; readonly state: string },
  variant: ArrayVariant,
) {
  const { datastream, state } = of;
  const zarr = addressOf(readArrayKey, { datastream, state, store: `${variant}.zarr`, '*': '' });
  const dap = addressOf(readArrayByDap, { datastream, state, answer: `${variant}.dap` });
  return { zarr: `${origin}${zarr.replace(/\/$/, '')}`, dap: `${origin}${dap}` };
}

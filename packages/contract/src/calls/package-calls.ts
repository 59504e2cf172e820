// Calls that give the Python package of this archive's version.
import * as z from 'zod/mini';
import { bytes, defineCall } from './call.ts';

const FOLDER = '/clients/python/';

export const aboutPackage = defineCall({
  method: 'GET',
  path: FOLDER,
  summary: 'A page about the Python package isobar-client, with the address of its wheel',
  session: 'none',
  perMinute: 60,
  answer: bytes('text/html'),
  errors: ['unavailable'],
  tag: 'pages',
});

export const pythonPackage = defineCall({
  method: 'GET',
  path: `${FOLDER}:file`,
  summary: 'The Python package isobar-client, as pip installs it from this address',
  session: 'none',
  perMinute: 60,
  params: z.object({ file: z.string().check(z.maxLength(200)) }),
  answer: bytes('application/zip'),
  revalidates: true,
  errors: ['not-found', 'unavailable'],
  tag: 'pages',
});

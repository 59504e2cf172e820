// Calls of the live data service; callers show an access token, in the address as user=NAME:TOKEN
// or as a bearer token.
import * as z from 'zod/mini';
import { type BodyReading, bytes, defineLenientCall, jsonOr } from './call.ts';
import { LIVE_PARAMETERS, liveQueryReply } from './live.ts';

/** Calls a minute, for one address and for one token: files may be many, extracts are work. */
export const LIVE_PER_MINUTE = { files: 6000, extracts: 120 } as const;

/** The media types of extracts, in the order of the table of formats, besides JSON. */
export const EXTRACT_TYPES = [
  'application/x-netcdf',
  'text/csv',
  'text/plain',
  'application/vnd.apache.parquet',
] as const;

const MET_FILE = 'sgpmetE13.b1.20190101.000000.cdf';

/**
 * What the calls of this service have in common: only a token for live data is accepted, and a
 * wrong one is answered with a page.
 */
const LIVE = {
  lenient: 'text' satisfies BodyReading,
  service: 'live',
  session: 'required',
  credential: 'token',
  token: 'data',
  also: { 401: bytes('text/html') },
} as const;

/**
 * By its path; older paths of the same call are /data/… and /livedata/…. A page also reports a
 * wrong token with status 200.
 */
export const liveQuery = (path: string) =>
  defineLenientCall({
    ...LIVE,
    method: 'GET',
    path,
    limitName: 'live query',
    summary: 'Files of a datastream in a time range (live data)',
    query: LIVE_PARAMETERS.query,
    answer: jsonOr(liveQueryReply, 'text/html', 'text/plain'),
    errors: ['bad-request', 'too-large'],
    example: { query: { ds: 'sgpmetE13.b1', start: '2019-01-01', end: '2019-01-02', wt: 'json' } },
  });

/** A file that is not there is reported as a text, with status 200. */
export const liveFile = (path: string) =>
  defineLenientCall({
    ...LIVE,
    method: 'GET',
    path,
    limitName: 'live files',
    summary: 'The bytes of a file (live data)',
    ...(path.endsWith(':file') ? { params: z.object({ file: z.string() }) } : {}),
    query: path.endsWith(':file')
      ? z.pick(LIVE_PARAMETERS.saveData, { user: true })
      : LIVE_PARAMETERS.saveData,
    answer: bytes('application/x-netcdf', 'application/octet-stream', 'text/plain'),
    ranges: true,
    errors: ['forbidden', 'unavailable'],
    perMinute: LIVE_PER_MINUTE.files,
    example: path.endsWith(':file')
      ? { params: { file: MET_FILE } }
      : { query: { file: MET_FILE } },
  });

/** The body: names of files, as a JSON list. */
export const liveExtract = (path: string) =>
  defineLenientCall({
    ...LIVE,
    method: ['GET', 'POST'],
    path,
    limitName: 'live extracts',
    summary: 'Variables of files of one datastream, joined along time (live data)',
    query: LIVE_PARAMETERS.mod,
    form: z.array(z.string()),
    answer: jsonOr(z.unknown(), ...EXTRACT_TYPES),
    errors: ['forbidden', 'not-found', 'too-large', 'unavailable'],
    perMinute: LIVE_PER_MINUTE.extracts,
    example: { query: { variables: 'temp_mean', wt: 'cdf' }, body: [MET_FILE] },
  });

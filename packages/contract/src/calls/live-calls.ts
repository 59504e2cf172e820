// Calls of the live data service; callers show an access token, in the address as user=NAME:TOKEN or as a bearer token.
import * as z from 'zod/mini';
import { bytes, defineCall, jsonOr } from './call.ts';
import { LIVE_FORMS, liveQueryReply } from './live.ts';

/** Calls a minute, for one address and for one token: files may be many, extracts are work. */
export const LIVE_PER_MINUTE = { files: 6000, extracts: 120 } as const;

const text = z.optional(z.string());

const MET_FILE = 'sgpmetE13.b1.20190101.000000.cdf';

/** By its path; older paths of the same call are /data/… and /livedata/…. */
export const liveQuery = (path: string) =>
  defineCall({
    method: 'GET',
    service: 'live',
    path,
    summary: 'Files of a datastream in a time range (live data)',
    session: 'none',
    query: z.looseObject({ user: text, ds: text, start: text, end: text, wt: text }),
    answer: jsonOr(liveQueryReply, 'text/html'),
    example: { query: { ds: 'sgpmetE13.b1', start: '2019-01-01', end: '2019-01-02', wt: 'json' } },
  });

export const liveFile = (path: string) =>
  defineCall({
    method: 'GET',
    service: 'live',
    path,
    summary: 'The bytes of a file (live data)',
    session: 'none',
    ...(path.endsWith(':file') ? { params: z.object({ file: z.string() }) } : {}),
    query: z.looseObject({ user: text, file: text }),
    answer: bytes('application/x-netcdf', 'application/octet-stream', 'text/plain'),
    errors: ['no-session', 'forbidden', 'bad-request', 'unavailable'],
    perMinute: LIVE_PER_MINUTE.files,
    example: path.endsWith(':file')
      ? { params: { file: MET_FILE } }
      : { query: { file: MET_FILE } },
  });

/** The body: names of files, as a JSON list. */
export const liveExtract = (path: string) =>
  defineCall({
    method: ['GET', 'POST'],
    service: 'live',
    path,
    summary: 'Variables of files of one datastream, joined along time (live data)',
    session: 'none',
    query: z.looseObject({ user: text, variables: text, wt: z.optional(z.enum(LIVE_FORMS)) }),
    form: z.array(z.string()),
    answer: jsonOr(z.unknown(), 'application/x-netcdf', 'text/csv', 'text/plain'),
    errors: ['no-session', 'forbidden', 'not-found', 'too-large', 'unavailable'],
    perMinute: LIVE_PER_MINUTE.extracts,
    example: { query: { variables: 'temp_mean', wt: 'cdf' }, body: [MET_FILE] },
  });

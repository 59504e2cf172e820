// The media types of the files that are delivered, by their endings: data as the netcdf package
// says, and documents. Pure.
import { OUTPUT_FORMATS } from '@isobar/netcdf';

const BY_ENDING: ReadonlyMap<string, string> = new Map([
  ...['nc', 'cdf', 'nc4'].map((ending) => [ending, OUTPUT_FORMATS.netcdf.mediaType] as const),
  ...Object.values(OUTPUT_FORMATS).flatMap(({ extension, mediaType }) =>
    extension === null ? [] : [[extension, mediaType] as const],
  ),
  ['txt', 'text/plain'],
  ['asc', 'text/plain'],
  ['json', 'application/json'],
]);

const TEXT = /^text\/|\/json$/;

/** Anything else, and whatever could be a page or a script, is served as bytes to be saved. */
export const mediaType = (name: string): string =>
  BY_ENDING.get(name.split('.').at(-1)?.toLowerCase() ?? '') ?? 'application/octet-stream';

/** The value of the Content-Type header; text is UTF-8. */
export const contentType = (name: string): string => {
  const type = mediaType(name);
  return TEXT.test(type) ? `${type}; charset=utf-8` : type;
};

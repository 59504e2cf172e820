// The datastreams of the demo archive, from its table of facts, each with its place and design.
import { DAY } from './clock.ts';
import { numberOf, type Row, readTable, textOf } from './csv.ts';
import { type Design, designOf, type Span } from './design.ts';
import { hashText } from './hash.ts';
import { trackOf } from './tracks.ts';
import { climateOf, type Place, type Position } from './weather/place.ts';

export interface Stream {
  /** Such as sgpmetE13.b1. */
  readonly name: string;
  readonly site: string;
  readonly facility: string;
  /** Such as met; the datastream's name without site, facility and level. */
  readonly class: string;
  readonly level: string;
  readonly instrumentClass: string;
  /** Seconds: start of the first and end of the last day. */
  readonly start: number;
  readonly end: number;
  /** Mixed into every number that belongs to this stream alone. */
  readonly seed: number;
  readonly place: Place;
  /** Such as 'Southern Great Plains (SGP), Lamont, Oklahoma'. */
  readonly location: string;
  readonly design: Design;
  readonly span: Span;
  /**
   * Soundings or scans in a day. For day files: one day in so many has a file. 1 for every other
   * span.
   */
  readonly perDay: number;
  readonly doi: string;
}

const TABLES = '../apps/server/tables';

/** All datastreams by name, in alphabetical order. Read once, on first use. */
export function streams(): ReadonlyMap<string, Stream> {
  all ??= readStreams();
  return all;
}

let all: Map<string, Stream> | undefined;

function readStreams(): Map<string, Stream> {
  const places = readPlaces();
  const sites = new Map(
    readTable(`${TABLES}/sites.csv`).map((row) => [textOf(row, 'site_code'), row]),
  );
  const dois = readDois();
  return new Map(
    readTable('facts/datastreams.csv').map((row) => {
      const stream = readStream(row, places, sites, dois);
      return [stream.name, stream] as const;
    }),
  );
}

function readStream(
  row: Row,
  places: ReadonlyMap<string, { place: Place; name: string }>,
  sites: ReadonlyMap<string, Row>,
  dois: ReadonlyMap<string, string>,
): Stream {
  const name = textOf(row, 'datastream');
  const site = textOf(row, 'site_code');
  const facility = textOf(row, 'facility_code');
  const level = textOf(row, 'data_level');
  const streamClass = textOf(row, 'datastream_class');
  const design = designOf(streamClass, level);
  if (!design) throw new Error(`The datastream ${name} has no design`);
  const known = places.get(`${site}.${facility}`);
  const [, span = '', perDay = ''] = /^([a-z]*)(\d*)$/.exec(textOf(row, 'files')) ?? [];
  const siteRow = sites.get(site);
  const siteName = siteRow ? textOf(siteRow, 'site_name') : site.toUpperCase();
  return {
    name,
    site,
    facility,
    class: streamClass,
    level,
    instrumentClass: textOf(row, 'instrument_class_code'),
    start: Date.parse(`${textOf(row, 'start_date')}T00:00:00Z`) / 1000,
    end: Date.parse(`${textOf(row, 'end_date')}T00:00:00Z`) / 1000 + DAY,
    seed: hashText(name),
    place: known?.place ?? {
      site,
      facility,
      climate: climateOf(site),
      position: null,
      track: null,
    },
    location: `${siteName} (${site.toUpperCase()}), ${known?.name ?? facility}`,
    design,
    span: (span || design.span) as Span, // the test of the table checks every word
    perDay: Number(perDay || 1),
    doi: dois.get(streamClass) ?? '',
  };
}

/** Places by 'site.facility'. */
function readPlaces(): Map<string, { place: Place; name: string }> {
  return new Map(
    readTable(`${TABLES}/facilities.csv`).map((row) => {
      const site = textOf(row, 'site_code');
      const facility = textOf(row, 'facility_code');
      const latitude = numberOf(row, 'latitude');
      const longitude = numberOf(row, 'longitude');
      const climate = climateOf(site);
      const position: Position | null =
        latitude === undefined || longitude === undefined
          ? null
          : { latitude, longitude, altitude: numberOf(row, 'elevation_m') ?? climate.altitude };
      const track = position ? null : trackOf(site, facility);
      const place: Place = { site, facility, climate, position, track };
      return [`${site}.${facility}`, { place, name: textOf(row, 'facility_name') }] as const;
    }),
  );
}

/** The DOI of a datastream class; the last one listed, which is the newest. */
function readDois(): Map<string, string> {
  return new Map(
    readTable(`${TABLES}/dois.csv`).map((row) => [
      textOf(row, 'datastream_class'),
      textOf(row, 'doi'),
    ]),
  );
}

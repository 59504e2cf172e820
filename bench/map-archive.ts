// A real server over an archive of 3,000 facilities all over the world, for the bench of the map:
// one small file of each.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClassicWriter } from '@isobar/netcdf';
import { type Isobar, isobar } from '../e2e/server.ts';
import { dice } from './search-catalogue.ts';

const SHIPPED = join(dirname(dirname(fileURLToPath(import.meta.url))), 'apps/server/tables');
const SITES = 60;
/** Fixed, long-term, mobile, inactive, external: every mark of the map. */
const TYPES = ['P', 'L', 'M', 'I', 'X'];
const DAY = '20200101';
/** One facility in so many is a ship: it has a track instead of a place. */
const SHIPS = 50;

export async function openMapArchive(
  facilities: number,
): Promise<Pick<Isobar, 'url'> & { close(): Promise<void> }> {
  const root = mkdtempSync(join(tmpdir(), 'isobar-bench-map-'));
  const [archive, model] = [join(root, 'archive'), join(root, 'model')];
  mkdirSync(archive);
  mkdirSync(join(model, 'tables'), { recursive: true });
  const places = makePlaces(facilities);
  writeTable(model, 'sites.csv', [...new Set(places.map(({ site }) => site))].map(siteRow));
  writeTable(model, 'facilities.csv', places.map(facilityRow));
  await writeFiles(archive, places);
  const server = await isobar(
    { ISOBAR_ARCHIVE: archive, ISOBAR_CHECK_ANSWERS: 'off', ISOBAR_RATE: '1000000' },
    async (command) => void (await command('harvest', archive)),
    model,
  );
  return {
    url: server.url,
    close: async () => {
      await server.remove();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

type Place = {
  readonly site: string;
  readonly facility: string;
  readonly lat: number;
  readonly lon: number;
  readonly moves: boolean;
};

/**
 * Half of the facilities near their site, as a network has them; half anywhere, so that many stand
 * alone.
 */
function makePlaces(count: number): readonly Place[] {
  const d = dice(11);
  const anywhere = () => ({ lat: d.below(12_000) / 100 - 55, lon: d.below(36_000) / 100 - 180 });
  const near = (spread: number) => (d.below(2000) / 1000 - 1) * spread;
  const sites = Array.from({ length: SITES }, (_, n) => ({ code: codeOf(n), ...anywhere() }));
  return Array.from({ length: count }, (_, n) => {
    const site = sites[n % SITES] as (typeof sites)[number]; // within the list
    const at = n % 2 === 0 ? { lat: site.lat + near(4), lon: site.lon + near(6) } : anywhere();
    const facility = `E${Math.floor(n / SITES) + 1}`;
    return { site: site.code, facility, ...wrapped(at), moves: n % SHIPS === 1 };
  });
}

const wrapped = ({ lat, lon }: { lat: number; lon: number }) => ({
  lat: Number(lat.toFixed(3)),
  lon: Number((((lon + 540) % 360) - 180).toFixed(3)),
});

/** 'qaa', 'qab' …: no code of the shipped tables. */
const codeOf = (n: number): string =>
  `q${String.fromCharCode(97 + Math.floor(n / 26))}${String.fromCharCode(97 + (n % 26))}`;

const siteRow = (site: string, n: number): string =>
  `${site},Made-up site ${site.toUpperCase()},${TYPES[n % TYPES.length]},Nowhere,Nowhere,${site.toUpperCase()},2010-01-01,`;

const facilityRow = ({ site, facility, lat, lon, moves }: Place): string =>
  `${site},${facility},Station ${facility} of ${site.toUpperCase()},Somewhere,extended,${moves ? ',,,moving' : `${lat},${lon},100,`},2010-01-01,`;

/**
 * Writes the shipped table with rows added; the shipped rows stay, since other tables refer to
 * them.
 */
function writeTable(model: string, file: string, rows: readonly string[]): void {
  const shipped = readFileSync(join(SHIPPED, file), 'utf8').trimEnd();
  writeFileSync(join(model, 'tables', file), `${shipped}\n${rows.join('\n')}\n`);
}

async function writeFiles(folder: string, places: readonly Place[]): Promise<void> {
  const template = join(folder, '.template');
  await writeDay(template, null);
  for (const place of places) {
    const path = join(folder, `${place.site}met${place.facility}.b1.${DAY}.000000.cdf`);
    if (place.moves) await writeDay(path, place);
    else copyFileSync(template, path);
  }
  rmSync(template);
}

const HOURS = 24;

/**
 * Writes a day of hourly records; a ship's file also has its positions, two degrees further east
 * every hour.
 */
async function writeDay(path: string, ship: Place | null): Promise<void> {
  const text = (name: string, value: string) => ({ name, type: 'char' as const, value });
  const variable = (name: string, units: string, longName: string) => ({
    name,
    type: 'double' as const,
    dimensions: ['time'],
    attributes: [text('units', units), text('long_name', longName)],
  });
  const along = (value: (hour: number) => number) =>
    Float64Array.from({ length: HOURS }, (_, hour) => value(hour));
  const writer = await ClassicWriter.create(
    path,
    {
      dimensions: [{ name: 'time', length: 0, unlimited: true }],
      attributes: [],
      variables: [
        variable('time', 'seconds since 2020-01-01 00:00:00 0:00', 'Time'),
        variable('temp_mean', 'degC', 'Temperature mean'),
        ...(ship
          ? [
              variable('lat', 'degree_N', 'North latitude'),
              variable('lon', 'degree_E', 'East longitude'),
            ]
          : []),
      ],
    },
    HOURS,
  );
  const columns = new Map([
    ['time', along((hour) => hour * 3600)],
    ['temp_mean', along((hour) => hour)],
    ...(ship
      ? ([
          ['lat', along((hour) => ship.lat + hour / 10)],
          ['lon', along((hour) => ship.lon + hour * 2)],
        ] as const)
      : []),
  ]);
  await writer.writeRecords(columns, HOURS);
  await writer.close();
}

// Tracks of moving facilities: out of real files, through the file index, over HTTP.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../fixtures/temporary-folder.ts';
import { openDiskArchive } from '../../adapters/archive-disk.ts';
import type { Http } from '../../platform/http/http.ts';
import { anonymousHttp } from '../../platform/testing/anonymous-http.ts';
import type { ArchiveStore } from '../../ports/archive.ts';
import { dayFiles, storeFiles } from '../../store/testing/some-files.ts';
import { type TemporaryStore, temporaryStore } from '../../store/testing/temporary-store.ts';
import {
  coarseToFine,
  evenly,
  placeVariables,
  readTrack,
  type TrackJob,
  thinned,
} from './read-track.ts';
import { registerPlaces } from './routes.ts';
import { writeCourse } from './testing/course-file.ts';
import { openTracks } from './tracks.ts';

const variable = (name: string, dimensions: readonly string[]) => ({
  name,
  type: 'float',
  dimensions,
  attributes: {},
});
const header = (moves: boolean): string =>
  JSON.stringify({
    format: 'cdf1',
    attributes: {},
    dimensions: [],
    place: null,
    variables: ['lat', 'lon'].map((name) => variable(name, moves ? ['time'] : [])),
  });

const SHIP = 'magmetE13.b1';
const SLOW = 'magradE13.b1';
const FIXED = 'sgpmetE13.b1';

let folder: string;
let archive: ArchiveStore;
let store: TemporaryStore;
let http: Http<never>;
const jobs: TrackJob[] = [];

beforeAll(async () => {
  folder = temporaryFolder();
  await writeCourse(join(folder, 'out.nc'), [
    [-118, 33],
    [Number.NaN, 40],
    [-130, 29],
  ]);
  await writeCourse(
    join(folder, 'home.nc'),
    [
      [202.5, 21.5],
      [0, 0],
      [-118.2, 33.7],
    ],
    true,
  );
  await writeFile(join(folder, 'broken.nc'), 'CDF\u0001 and nothing else');
  archive = await openDiskArchive(folder);
  store = await temporaryStore();
  http = await anonymousHttp();
  const reader = {
    read: (job: TrackJob) => {
      jobs.push(job);
      return readTrack(archive, {
        files: job.files.map((_, i) => ['out.nc', 'home.nc'][i % 2] ?? ''),
      });
    },
  };
  registerPlaces(http, openTracks(store.db, reader));
  await storeFiles(store.db, [
    ...dayFiles(SHIP, 90),
    ...dayFiles(SLOW, 90).map((file) => ({ ...file, size: file.size * 1000 })),
    ...dayFiles(FIXED, 3),
  ]);
  await store.db.updateTable('files').set({ design: 'd' }).execute();
  for (const [datastream, moves] of [
    [SHIP, true],
    [SLOW, true],
    [FIXED, false],
  ] as const)
    await store.db
      .insertInto('designs')
      .values({ datastream, design: 'd', header: header(moves) })
      .execute();
});
afterAll(async () => {
  await http.app.close();
  await archive.close();
  await store.close();
});
beforeEach(() => {
  jobs.length = 0;
});

const get = (ffac: string) => http.app.inject({ url: `/services/places/tracks/${ffac}` });

describe('a track', () => {
  it('a track is read from plain and packed files, without missing positions, positions without a fix, and broken files', async () => {
    const track = await readTrack(archive, {
      files: ['out.nc', 'broken.nc', 'gone.nc', 'home.nc'],
    });
    expect(track.isWhole).toBe(true);
    expect(track.positions).toEqual([
      [-118, 33],
      [-130, 29],
      [-157.5, 21.5],
      [-118.2, 33.7],
    ]);
  });

  it('a track is coarser, not shorter, when its time is up', async () => {
    let clock = 0;
    const files = ['out.nc', 'home.nc', 'home.nc', 'home.nc', 'out.nc'];
    const track = await readTrack(archive, { files }, () => (clock += 4000));
    expect(track.isWhole).toBe(false);
    expect(track.positions).toEqual([
      [-118, 33],
      [-130, 29],
      [-118, 33],
      [-130, 29],
    ]);
  });
});

describe('the call', () => {
  it('the call for tracks answers from the lightest datastream that tells a moving place, from files spread over its time', async () => {
    const reply = await get('mag.E13');
    expect(reply.statusCode).toBe(200);
    const { ffac, datastream, positions } = reply.json();
    expect([ffac, datastream]).toEqual(['mag.E13', SHIP]);
    expect(positions.slice(0, 2)).toEqual([
      [-118, 33],
      [-130, 29],
    ]);
    const [job] = jobs;
    expect(job?.files).toHaveLength(32);
    expect(job?.files[0]).toContain('.20190101.');
    expect(job?.files.at(-1)).toContain('.20190330.');
  });

  it('the call for tracks reads the same files once', async () => {
    await get('mag.E13');
    await get('mag.E13');
    expect(jobs.length).toBeLessThanOrEqual(1);
  });

  it('the call for tracks tells no track of what stands still, and nothing of what is not there', async () => {
    expect((await get('sgp.E13')).json()).toEqual({
      ffac: 'sgp.E13',
      datastream: '',
      positions: [],
    });
    expect(jobs).toEqual([]);
    expect((await get('xyz.E13')).statusCode).toBe(404);
    for (const wrong of ['mag', '.M1', 'mag.', 'a.'.repeat(120)])
      expect((await get(wrong)).statusCode).toBe(400);
  });
});

it('the tile service refuses tiles of an archive without a tile folder with 501', async () => {
  const reply = await http.app.inject({ url: '/services/tiles/1/0/0' });
  expect(reply.statusCode).toBe(501);
  expect(reply.json().message).toContain('No tile service is set up');
});

describe('places in a header', () => {
  it('places in a header are latitude and longitude along one and the same axis', () => {
    const found = placeVariables([variable('Latitude', ['time']), variable('longitude', ['time'])]);
    expect([found?.lat.name, found?.lon.name]).toEqual(['Latitude', 'longitude']);
    expect(placeVariables([variable('lat', ['time']), variable('lon', ['x'])])).toBeNull();
    expect(placeVariables([variable('lat', []), variable('lon', [])])).toBeNull();
    expect(placeVariables([variable('lat', ['y', 'x']), variable('lon', ['y', 'x'])])).toBeNull();
  });
});

describe('thinning', () => {
  it('evenly spaced, first and last among them', () => {
    expect(evenly(3, 5)).toEqual([0, 1, 2]);
    expect(evenly(101, 5)).toEqual([0, 25, 50, 75, 100]);
  });

  it('each file once, the ends first', () => {
    expect(coarseToFine(9)).toEqual([0, 8, 4, 2, 6, 1, 3, 5, 7]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (length) => {
        const order = coarseToFine(length);
        expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length }, (_, i) => i));
      }),
      { numRuns: 100 },
    );
  });

  it('standing still is one place and its end', () => {
    expect(
      thinned([
        [1, 1],
        [1.001, 1],
        [1.002, 1],
        [5, 5],
      ]),
    ).toEqual([
      [1, 1],
      [5, 5],
    ]);
    expect(thinned(Array.from({ length: 5000 }, (_, i) => [i / 50, 0] as const))).toHaveLength(600);
  });
});

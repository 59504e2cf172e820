// Which files tell where a facility went, and its track out of them, kept for a while.

import type { PlaceTrack } from '@isobar/contract/calls/places.ts';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { parseHeader } from '../../core/catalogue/header.ts';
import { shared } from '../../platform/text/shared.ts';
import type { Tables } from '../../store/tables.ts';
import { type Position, placeVariables, type TrackRead, type TrackReader } from './read-track.ts';

/** A track is made from at most this many files, each of at most this many bytes. */
const MOST_FILES = 32;
const MOST_BYTES_EACH = 500e6;
/** Datastreams of a facility whose headers are looked into. */
const MOST_STREAMS = 200;
const KEPT = 500;
/** A track whose time was up is tried again after this. */
const COARSE_MS = 600_000;

export interface Tracks {
  /** Null: no such facility. */
  of(siteCode: string, facilityCode: string): Promise<PlaceTrack | null>;
}

export function openTracks(db: Kysely<Tables>, reader: Pick<TrackReader, 'read'>): Tracks {
  const kept = new LRUCache<string, readonly Position[]>({ max: KEPT });
  const reading = shared<TrackRead>();

  /** The same files give the same track: it is not read again. */
  async function track(
    datastream: string,
    start: number,
    end: number,
  ): Promise<readonly Position[]> {
    const files = await filesAlong(db, datastream, start, end);
    const key = JSON.stringify(files);
    const before = kept.get(key);
    if (before) return before;
    const read = await reading(key, () => reader.read({ files: files.map(({ path }) => path) }));
    kept.set(key, read.positions, read.isWhole ? {} : { ttl: COARSE_MS });
    return read.positions;
  }

  return {
    async of(siteCode, facilityCode) {
      const streams = await db
        .selectFrom('datastreams')
        .select(['datastream', 'start_s', 'end_s'])
        .where('site_code', '=', siteCode)
        .where('facility_code', '=', facilityCode)
        .orderBy('datastream')
        .limit(MOST_STREAMS)
        .execute();
      if (streams.length === 0) return null;
      const ffac = `${siteCode}.${facilityCode}`;
      for (const { datastream, start, end } of await tellingStreams(db, streams)) {
        const positions = await track(datastream, start, end);
        if (positions.length > 1)
          return { ffac, datastream, positions: positions.map(([lon, lat]) => [lon, lat]) };
      }
      return { ffac, datastream: '', positions: [] };
    },
  };
}

/** Datastreams that are read until one tells a track. */
const MOST_TRIES = 3;
/**
 * A datastream whose record is shorter than this share of the longest shows too little of the way.
 */
const LONG_ENOUGH = 0.7;

type Telling = {
  readonly datastream: string;
  readonly start: number;
  readonly end: number;
  /** Bytes of one file of the datastream: the datastream with the smallest files is tried first. */
  readonly size: number;
};

/**
 * Datastreams whose headers have a changing position: first those that cover most of the way, among
 * these the one with the smallest files first.
 */
async function tellingStreams(
  db: Kysely<Tables>,
  streams: readonly { datastream: string; start_s: number; end_s: number }[],
): Promise<readonly Telling[]> {
  const telling: Telling[] = [];
  for (const { datastream, start_s, end_s } of streams) {
    const design = await db
      .selectFrom('designs')
      .select('header')
      .where('datastream', '=', datastream)
      .orderBy('design')
      .limit(1)
      .executeTakeFirst();
    if (!design || !placeVariables(parseHeader(design.header).variables)) continue;
    const [start, end] = [Number(start_s), Number(end_s)];
    const [file] = await filesFrom(db, datastream, Math.floor((start + end) / 2));
    telling.push({ datastream, start, end, size: file?.size ?? Number.POSITIVE_INFINITY });
  }
  const longest = Math.max(0, ...telling.map(({ start, end }) => end - start));
  const isShort = ({ start, end }: Telling): boolean => end - start < LONG_ENOUGH * longest;
  return telling
    .toSorted((a, b) => Number(isShort(a)) - Number(isShort(b)) || a.size - b.size)
    .slice(0, MOST_TRIES);
}

type TrackFile = { readonly path: string; readonly size: number };

/** Files spread over all of the datastream's time, one lookup each. */
async function filesAlong(
  db: Kysely<Tables>,
  datastream: string,
  start: number,
  end: number,
): Promise<readonly TrackFile[]> {
  const found = new Map<string, TrackFile>();
  for (let i = 0; i < MOST_FILES; i++) {
    const from = Math.floor(start + ((end - start) * i) / MOST_FILES);
    for (const file of await filesFrom(db, datastream, from)) found.set(file.path, file);
  }
  return [...found.values()];
}

/** The first file from a time on, none where there is none. */
async function filesFrom(
  db: Kysely<Tables>,
  datastream: string,
  from: number,
): Promise<readonly TrackFile[]> {
  const files = await db
    .selectFrom('files')
    .select(['path', 'size'])
    .where('datastream', '=', datastream)
    .where('start_s', '>=', from)
    .where('size', '<=', MOST_BYTES_EACH)
    .where('design', 'is not', null)
    .orderBy('start_s')
    .limit(1)
    .execute();
  return files.map(({ path, size }) => ({ path, size: Number(size) }));
}

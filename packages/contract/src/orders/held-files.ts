// Reads what users have of their data: a list of names, checksums of sha256sum, a recipe, a
// research object, a listing of a folder or a script. Only names, checksums and dates are taken
// from it. Pure; the same in the browser, on the server and on the command line.
import { parseDatastream } from '../catalogue/datastream.ts';
import { isRecord } from '../json-record.ts';
import { parseInstant } from '../time.ts';

export interface HeldFile {
  /** Without folders. */
  readonly name: string;
  /** Hex; absent: not known. */
  readonly sha256?: string;
}

/** Data that a script fetches: by datastream and dates instead of files. */
export interface HeldData {
  readonly datastream: string;
  /** YYYY-MM-DD, both included; empty: all. */
  readonly start: string;
  readonly end: string;
}

export interface Held {
  readonly what: 'recipe' | 'research object' | 'checksums' | 'script' | 'list';
  readonly files: readonly HeldFile[];
  readonly data: readonly HeldData[];
  /** When the data were delivered, if the text says it: YYYY-MM-DD; absent: not known. */
  readonly since?: string;
  /** Names that were left out because there are more than one call takes. */
  readonly leftOut: number;
}

/** Files of one call. */
export const MOST_HELD_FILES = 5000;
/** Datastreams of one call. */
export const MOST_HELD_DATA = 50;
/** Characters of a text that are read; larger ones are refused before. */
export const MOST_HELD_TEXT = 8 << 20;
const LONGEST_NAME = 200;

/** Nothing that names a file of an archive: an empty list. */
export function readHeld(text: string): Held {
  const json = jsonOf(text);
  if (json !== null) return readJson(json);
  const sums = readSums(text);
  if (sums.length > 0) return held('checksums', sums);
  const data = readScript(text);
  const files = readNames(text);
  return held(data.length > 0 ? 'script' : 'list', files, data);
}

function held(
  what: Held['what'],
  files: readonly HeldFile[],
  data: readonly HeldData[] = [],
  since?: string,
): Held {
  const unique = new Map<string, HeldFile>();
  for (const file of files) {
    const known = unique.get(file.name);
    if (!known || (known.sha256 === undefined && file.sha256 !== undefined))
      unique.set(file.name, file);
  }
  const all = [...unique.values()];
  return {
    what,
    files: all.slice(0, MOST_HELD_FILES),
    data: data.slice(0, MOST_HELD_DATA),
    leftOut: Math.max(0, all.length - MOST_HELD_FILES),
    ...(since === undefined ? {} : { since }),
  };
}

function jsonOf(text: string): Readonly<Record<string, unknown>> | null {
  if (!/^\s*\{/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null; // a script or a listing that begins with a brace
  }
}

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** recipe.json has the inputs with their checksums; ro-crate-metadata.json the delivered files. */
function readJson(json: Readonly<Record<string, unknown>>): Held {
  const graph = listOf(json['@graph']);
  if (graph.length > 0) {
    const files = graph.flatMap((one) => fileOf(one['@id'], one.sha256));
    const dates = graph.map((one) => dayOf(one.datePublished));
    return held(
      'research object',
      files,
      [],
      dates.find((day) => day !== undefined),
    );
  }
  const inputs = listOf(json.inputs).flatMap((one) => fileOf(one.file, one.sha256));
  return held('recipe', inputs, [], dayOf(json.orderDate));
}

const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && parseInstant(value.slice(0, 10)) !== null
    ? value.slice(0, 10)
    : undefined;

function fileOf(name: unknown, sha256: unknown): HeldFile[] {
  if (typeof name !== 'string') return [];
  const last = lastPart(name);
  if (!isArchiveName(last)) return [];
  const sum = typeof sha256 === 'string' && SUM.test(sha256) ? sha256.toLowerCase() : undefined;
  return [{ name: last, ...(sum === undefined ? {} : { sha256: sum }) }];
}

const SUM = /^[0-9a-f]{64}$/i;

const lastPart = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** A name that begins with a datastream's, as files of the archive have. */
export const isArchiveName = (name: string): boolean =>
  name.length <= LONGEST_NAME && datastreamIn(name) !== null;

/** 'sgpmetE13.b1' of 'sgpmetE13.b1.20190101.000000.cdf'; null: none. */
export function datastreamIn(name: string): string | null {
  const [, datastream = ''] =
    /^([a-z]{3}[a-z0-9-]{1,60}[A-Z]\d{1,3}\.[a-z0-9]{2})\.[^/\\]+$/.exec(name) ?? [];
  return parseDatastream(datastream) ? datastream : null;
}

/** Lines of sha256sum, of 'shasum --tag' and of PowerShell's Get-FileHash. */
function readSums(text: string): HeldFile[] {
  const files: HeldFile[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, sum = '', name = ''] = /^\\?([0-9a-f]{64})\s[ *]?(.+)$/i.exec(line) ?? [];
    const [, tagged = '', tag = ''] = /^SHA256 \((.+)\) = ([0-9a-f]{64})$/i.exec(line) ?? [];
    const [, hash = '', path = ''] = /^SHA256\s+([0-9A-F]{64})\s+(.+)$/i.exec(line) ?? [];
    files.push(...fileOf((name || tagged || path).trim(), sum || tag || hash));
  }
  return files;
}

/** Names of archive files anywhere in a text, each once. */
function readNames(text: string): HeldFile[] {
  const names = new Set<string>();
  for (const [name] of text.matchAll(NAMED)) {
    const plain = name.replace(/[.,;:]+$/, '');
    if (names.size <= MOST_HELD_FILES * 2 && isArchiveName(plain) && /\.\d{8}\./.test(plain))
      names.add(plain);
  }
  return [...names].map((name) => ({ name }));
}

const NAMED = /(?<![\w.-])[a-z]{3}[a-z0-9-]{1,60}[A-Z]\d{1,3}\.[a-z0-9]{2}\.[\w.+-]{1,120}/g;

/**
 * Datastreams and dates in the calls of our scripts, whatever the language: the parameters of mod,
 * and of the Python package.
 */
function readScript(text: string): HeldData[] {
  const found = new Map<string, HeldData>();
  for (const match of text.matchAll(STREAMS)) {
    const datastream = match[0];
    if (!parseDatastream(datastream) || found.size >= MOST_HELD_DATA * 2) continue;
    const around = text.slice(match.index, match.index + 400);
    const [start = '', end = ''] = [...around.matchAll(/\d{4}-\d{2}-\d{2}/g)]
      .map(([day]) => day)
      .filter((day) => parseInstant(day) !== null);
    if (start === '') continue;
    const one = { datastream, start, end: end === '' || end < start ? start : end };
    found.set(JSON.stringify(one), one);
  }
  return [...found.values()];
}

/** A datastream that no further part of a file's name follows. */
const STREAMS = /(?<![\w.-])[a-z]{3}[a-z0-9-]{1,60}[A-Z]\d{1,3}\.[a-z0-9]{2}(?![\w.]*\.?\w)/g;

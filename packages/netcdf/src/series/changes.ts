// What changed between the files of a series, with its dates: as rows of a table, and as notes;
// pure.
import { findAttribute } from '../attribute.ts';
import type { Attribute } from '../dataset.ts';
import { flattenedInWords } from '../job/group-names.ts';
import { STATING_MISSING } from '../job/missing.ts';
import { turnedNotes } from '../job/survey.ts';
import { unpackingOf } from '../packing.ts';
import type { Joined } from './join.ts';
import { plainName, RESERVED } from './meanings.ts';
import { extentOf, type SeriesFile } from './series-file.ts';
import { type FileShape, LIMITS, PACKING, type ShapeVariable } from './shape.ts';

/** What of a variable, or of all files, had several values. */
export type ChangedAspect =
  | 'units'
  | 'dimensions'
  | 'levels'
  | 'packing'
  | 'missing values'
  | 'type'
  | 'presence'
  | 'attribute'
  | 'gap';

/**
 * One of the values that something had. Rows of one subject follow each other, from the oldest to
 * the newest.
 */
export interface SeriesChange {
  /** The variable by its name in the files, or the global attribute; '' for all files. */
  readonly subject: string;
  readonly aspect: ChangedAspect;
  /** '' where nothing is stated. */
  readonly value: string;
  /** The variable of the series that holds these values; '' if none does. */
  readonly variable: string;
  /**
   * The first and last time of the files that have it, seconds since 1970 UTC; of a gap the times
   * around it.
   */
  readonly from: number;
  readonly to: number;
  /** How many files have it. */
  readonly files: number;
}

/** Gaps that are listed, the longest ones. */
const MOST_GAPS = 20;
/** Shorter ones are no gaps, in seconds. */
const LEAST_GAP = 2 * 86_400;
/** A value is listed once with its whole span, and no more of them than these for one aspect. */
const MOST_VALUES = 40;

/** `files` in the order of the series. */
export function changesOf(files: readonly SeriesFile[], { views }: Joined): SeriesChange[] {
  const spans = spansOf(files);
  const found = new Found(files.length);
  const levels = new Levels();
  for (const [shape, span] of spans) {
    const names = new Map(
      (views.get(shape) ?? []).map(({ source, shown }) => [source, shown.name] as const),
    );
    for (const { name, value } of shape.globals)
      found.add({ subject: name, aspect: 'attribute', variable: '' }, textOf(value), span);
    for (const variable of shape.variables) {
      if (variable.name === shape.timeVariable) continue;
      const of = { subject: variable.name, variable: names.get(variable.name) ?? '' };
      found.add({ ...of, aspect: 'presence' }, 'present', span);
      for (const [aspect, value] of aspectsOf(shape, variable, levels))
        found.add({ ...of, aspect }, value, span);
    }
  }
  return [...found.changes(), ...gapsOf(files)];
}

interface Span {
  from: number;
  to: number;
  files: number;
}

function spansOf(files: readonly SeriesFile[]): Map<FileShape, Span> {
  const spans = new Map<FileShape, Span>();
  for (const file of files) {
    const { shape } = file;
    const [from, to] = extentOf(file);
    const span = spans.get(shape);
    if (!span) spans.set(shape, { from, to, files: 1 });
    else {
      span.from = Math.min(span.from, from);
      span.to = Math.max(span.to, to);
      span.files++;
    }
  }
  return spans;
}

type Subject = Pick<SeriesChange, 'subject' | 'aspect' | 'variable'>;

/** Values by subject and aspect, in the order in which they were seen first. */
class Found {
  private readonly byAspect = new Map<string, Map<string, SeriesChange>>();
  private readonly files: number;

  constructor(files: number) {
    this.files = files;
  }

  add(subject: Subject, value: string, span: Span): void {
    const key = JSON.stringify([subject.subject, subject.aspect]);
    const values = this.byAspect.get(key) ?? new Map<string, SeriesChange>();
    this.byAspect.set(key, values);
    const own = JSON.stringify([value, subject.variable]);
    const before = values.get(own) ?? { ...subject, value, ...span, files: 0 };
    values.set(own, {
      ...before,
      from: Math.min(before.from, span.from),
      to: Math.max(before.to, span.to),
      files: before.files + span.files,
    });
  }

  /** Only what had several values; a variable that not all files have counts as changed. */
  changes(): SeriesChange[] {
    const all: SeriesChange[] = [];
    for (const values of this.byAspect.values()) {
      const list = [...values.values()].sort((a, b) => a.from - b.from || a.to - b.to);
      if (list[0]?.aspect === 'presence') all.push(...presenceOf(list, this.files));
      else if (new Set(list.map(({ value }) => value)).size > 1)
        all.push(...list.slice(-MOST_VALUES));
    }
    const subjects = new Map<string, SeriesChange[]>();
    for (const one of all) subjects.set(one.subject, [...(subjects.get(one.subject) ?? []), one]);
    return [...subjects.values()].flat();
  }
}

/** One row for all meanings of a variable together. */
function presenceOf(list: readonly SeriesChange[], all: number): SeriesChange[] {
  const files = list.reduce((sum, each) => sum + each.files, 0);
  const [first] = list;
  if (!first || files >= all) return [];
  const to = list.reduce((most, each) => Math.max(most, each.to), first.to);
  const value = `in ${files} of ${all} files`;
  return [{ ...first, value, to, files, variable: list.at(-1)?.variable ?? '' }];
}

function* aspectsOf(
  shape: FileShape,
  variable: ShapeVariable,
  levels: Levels,
): Generator<readonly [ChangedAspect, string]> {
  const { type, inner, hasTime, countsTime } = variable;
  if (countsTime) return; // times are shown as seconds since 1970, however the file counts them
  yield ['units', attributeText(variable, 'units')];
  const dimensions = [...(hasTime ? ['time'] : []), ...inner.map(({ name }) => name)];
  yield ['dimensions', dimensions.join(', ')];
  if (inner.length > 0)
    yield [
      'levels',
      inner.map(({ name, length }) => `${name}: ${length}${levels.in(shape, name)}`).join(', '),
    ];
  yield ['type', type];
  const packing = PACKING.flatMap((name) => said(variable, name));
  yield ['packing', unpackingOf(variable) || packing.length > 0 ? packing.join(', ') : ''];
  yield ['missing values', STATING_MISSING.flatMap((name) => said(variable, name)).join(', ')];
}

/**
 * Tells coordinates of equal length with other values apart, by numbers in the order in which they
 * were seen first.
 */
class Levels {
  private readonly seen = new Map<string, string[]>();

  in({ variables }: FileShape, dimension: string): string {
    const { digest } = variables.find(({ name }) => name === dimension) ?? {};
    if (digest === undefined) return '';
    const digests = this.seen.get(dimension) ?? [];
    this.seen.set(dimension, digests);
    if (!digests.includes(digest)) digests.push(digest);
    return ` (values ${digests.indexOf(digest) + 1})`;
  }
}

const attributeText = (variable: ShapeVariable, name: string): string => {
  const found = findAttribute(variable, name);
  return found ? textOf(found.value) : '';
};

const said = (variable: ShapeVariable, name: string): string[] => {
  const text = attributeText(variable, name);
  return text === '' ? [] : [`${name} ${text}`];
};

const textOf = (value: Attribute['value']): string =>
  typeof value === 'string' ? value : Array.from(value, String).join(' ');

/** The longest spans without files, in the order of their times. */
function gapsOf(files: readonly SeriesFile[]): SeriesChange[] {
  const gaps: SeriesChange[] = [];
  let last = files[0]?.last ?? Number.NaN;
  for (const file of files) {
    if (file.first - last >= LEAST_GAP)
      gaps.push({
        ...{ subject: '', aspect: 'gap', variable: '', files: 0 },
        value: `${Math.floor((file.first - last) / 86_400)} days without files`,
        from: last,
        to: file.first,
      });
    last = Math.max(last, file.last);
  }
  const longest = gaps.sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MOST_GAPS);
  return longest.sort((a, b) => a.from - b.from);
}

/** Attributes that have a row of their own, or follow from how values are shown. */
const TOLD = new Set(['units', ...PACKING, ...STATING_MISSING, ...LIMITS]);

/**
 * Sentences on how the series differs from its files, the weightiest first; each fact once,
 * whatever number of files it concerns.
 */
export function notesOf(
  files: readonly SeriesFile[],
  joined: Joined,
  changes: readonly SeriesChange[],
): string[] {
  return [
    ...meaningNotes(changes),
    ...showingNotes(joined),
    ...nameNotes(joined),
    ...leftOutNotes(files),
    ...orderNotes(files),
    ...presenceNotes(changes),
    ...attributeNotes(joined),
  ];
}

const DAY = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function meaningNotes(changes: readonly SeriesChange[]): string[] {
  const notes = new Set<string>();
  for (const { subject, aspect, variable, value, from, to } of changes) {
    const isMeaning = aspect === 'units' || aspect === 'levels' || aspect === 'dimensions';
    if (!isMeaning || variable === subject || variable === '') continue;
    notes.add(
      `${subject} from ${DAY(from)} to ${DAY(to)} is ${variable}: its ${aspect} ${aspect === 'units' ? 'were' : 'then were'} "${value}"`,
    );
  }
  return [...notes];
}

function showingNotes({ schema, showings, views }: Joined): string[] {
  const types = new Map<string, Set<string>>();
  const hadTime = new Map<string, boolean>();
  for (const viewed of views.values())
    for (const { shown } of viewed) {
      types.set(shown.name, (types.get(shown.name) ?? new Set()).add(shown.type));
      hadTime.set(shown.name, (hadTime.get(shown.name) ?? false) || shown.hasTime);
    }
  const notes: string[] = [];
  for (const { name, type, perRecord } of schema.variables.values()) {
    const how = showings.get(name);
    if (how?.as === 'measured')
      notes.push(
        `${name}: packing or stated missing values changed or leave no room; it holds measured values, NaN where there is none`,
      );
    else if (how?.as === 'wider')
      notes.push(`${name} states no missing value; it is stored as ${type} so that one has room`);
    else if ((types.get(name)?.size ?? 0) > 1)
      notes.push(`${name} is stored as ${type}, since the type differs between files`);
    if (perRecord && hadTime.get(name) === false)
      notes.push(`${name} differs between files, so it has a value for every time`);
    if (type === 'char' || type === 'int64' || type === 'uint64')
      notes.push(`${name} is never masked, since it is ${type === 'char' ? 'text' : 'of 64 bits'}`);
  }
  return notes;
}

function nameNotes({ views }: Joined): string[] {
  const flat = new Map<string, string>();
  const spelled = new Map<string, string>();
  for (const viewed of views.values())
    for (const { source, shown } of viewed)
      if (source.includes('/')) flat.set(source, shown.name);
      else if (plainName(source) !== source || RESERVED.includes(source))
        spelled.set(source, shown.name);
  const named = [...spelled].map(([source, name]) => `${source} is ${name}`);
  const notes = flattenedInWords(flat.keys(), flat);
  return named.length === 0
    ? notes
    : [
        ...notes,
        `names have at most 100 letters, digits, _ and -, which all readers take: ${named.join(', ')}`,
      ];
}

function leftOutNotes(files: readonly SeriesFile[]): string[] {
  const notes = new Set<string>();
  for (const { leftOut, variables } of new Set(files.map(({ shape }) => shape))) {
    for (const note of [...leftOut, ...turnedNotes(variables)]) notes.add(note);
    for (const { name, type } of variables)
      if (type === 'string') notes.add(`${name} is text of any length and is left out`);
  }
  return [...notes];
}

function orderNotes(files: readonly SeriesFile[]): string[] {
  const unordered = files.filter((file) => (file.unordered ?? 0) > 0);
  const rows = unordered.reduce((sum, file) => sum + (file.unordered ?? 0), 0);
  const notes =
    rows === 0
      ? []
      : [
          `${rows === 1 ? '1 time is' : `${rows} times are`} missing or not later than the one before, in ${spanOf(unordered)}; rows are kept`,
        ];
  const overlapping = files.filter(
    (file, index) => file.first <= (files[index - 1]?.last ?? Number.NEGATIVE_INFINITY),
  );
  if (overlapping.length > 0)
    notes.push(`times begin before those of the file before end in ${spanOf(overlapping)}`);
  return notes;
}

function spanOf(files: readonly SeriesFile[]): string {
  const [first, last] = [files[0], files.at(-1)];
  if (!first || !last) return '0 files';
  if (files.length === 1) return first.name;
  return `${files.length} files from ${DAY(first.first)} to ${DAY(last.last)}`;
}

const presenceNotes = (changes: readonly SeriesChange[]): string[] =>
  changes
    .filter(({ aspect }) => aspect === 'presence')
    .map(
      ({ subject, value, from, to }) =>
        `${subject} is ${value}, from ${DAY(from)} to ${DAY(to)}; it is missing elsewhere`,
    );

/** One line a variable. */
function attributeNotes({ views }: Joined): string[] {
  const texts = new Map<string, Map<string, Set<string>>>();
  for (const viewed of views.values())
    for (const { shown } of viewed) {
      const own = texts.get(shown.name) ?? new Map<string, Set<string>>();
      texts.set(shown.name, own);
      for (const { name, value } of shown.attributes)
        if (!TOLD.has(name)) own.set(name, (own.get(name) ?? new Set()).add(textOf(value)));
    }
  const notes: string[] = [];
  for (const [variable, own] of texts) {
    const differing = [...own].filter(([, values]) => values.size > 1).map(([name]) => name);
    if (differing.length > 0)
      notes.push(`${variable}: ${differing.join(', ')} changed between files; the newest is kept`);
  }
  return notes;
}

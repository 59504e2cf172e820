// The field's vocabulary: everyday words -> what is measured, by what, where. Made once from the
// curated tables.
import { keyOf, tokensOf } from '@isobar/contract/words/fold.ts';
import { type Lexicon, lexiconOf } from '@isobar/search-engine/language/spelling.ts';
import { isLittleWord } from './noise.ts';

/** What a word or several together mean. */
export type Concept = {
  /** The meaning in a few plain words, such as 'precipitable water'. */
  readonly meaning: string;
  readonly measurements: readonly string[];
  /** Instrument classes, best first. */
  readonly classes: readonly string[];
  /** What to try where the archive has none of it. */
  readonly near?: readonly string[];
  /** Who makes instruments: beside something else it only chooses among what that means. */
  readonly isMaker?: boolean;
};

/** A place that can be a filter. */
export type Place = {
  readonly meaning: string;
  readonly sites: readonly string[];
  /** `site.facility`, where a place is one facility of its site. */
  readonly facilities: readonly string[];
  readonly campaigns: readonly string[];
  /** Does it lie south of the equator? */
  readonly south: boolean;
  /** Also an everyday word, so that it is a place only in upper case or behind 'at'. */
  readonly everyday: boolean;
};

export type Vocabulary = {
  /** The concepts by key (see `keyOf`). */
  readonly concepts: ReadonlyMap<string, Concept>;
  /** Keys without their spaces -> keys: 'watervapor' -> 'water vapor'. */
  readonly joined: ReadonlyMap<string, string>;
  /** The words of a key in the order of the alphabet, without little ones -> the key. */
  readonly loose: ReadonlyMap<string, string>;
  readonly places: ReadonlyMap<string, Place>;
  /** `site.facility`, as in the catalogue, by its lower case. */
  readonly facilities: ReadonlyMap<string, string>;
  readonly levels: ReadonlySet<string>;
  /** Codes of instrument classes, of letters alone. */
  readonly codes: ReadonlySet<string>;
  /**
   * Names of instrument classes, as keys without spaces: a person who types one means that class
   * and no other that measures the same.
   */
  readonly instruments: ReadonlySet<string>;
  readonly lexicon: Lexicon;
  /** Words of the longest key. */
  readonly longest: number;
};

type WordsRow = Concept & {
  readonly words: readonly string[];
  readonly places: readonly string[];
  readonly campaigns: readonly string[];
};

/** What a vocabulary is made from: the rows of the curated tables, as far as they name things. */
export type VocabularySource = {
  readonly words: readonly WordsRow[];
  readonly measurements: readonly {
    readonly code: string;
    readonly name: string;
    readonly description: string;
    /** CF standard names that stand for it in files. */
    readonly standardNames: readonly string[];
    /** Classes that measure it, best first. */
    readonly classes: readonly string[];
  }[];
  readonly classes: readonly {
    readonly code: string;
    readonly name: string;
    readonly description: string;
  }[];
  readonly sites: readonly {
    readonly code: string;
    readonly name: string;
    readonly shortName: string;
    readonly south: boolean;
    /**
     * A long-term site: its code means the place in lower case too, even if it is an everyday word.
     */
    readonly known: boolean;
  }[];
  readonly facilities: readonly string[];
  readonly campaigns: readonly { readonly code: string; readonly name: string }[];
  readonly levels: readonly string[];
  /** Other texts whose words are spelt rightly. */
  readonly texts: readonly string[];
};

/** Everyday words that are also the names of sites and campaigns. */
const EVERYDAY = new Set(
  (
    'magic sail aware care cares courage tracer mosaic tap cor mar mag mos tmp gan hou asi met dna rev isp osc nac gec ' +
    'classic clasic marcus comble copse cops radagast amie micre summit gothic ' +
    'search icecap icecaps ipc gec amf3 awr mao nim crg dst sbs blr ' +
    'wbu rld nic dmf popeye icarus erasmus'
  ).split(' '),
);

/** The vocabulary in small steps, so that a server can do other work in between. */
export function* vocabularySteps(source: VocabularySource): Generator<void, Vocabulary> {
  const concepts = yield* conceptsOf(source);
  const places = placesOf(source);
  yield;
  const joined = new Map<string, string>();
  for (const key of [...concepts.keys(), ...places.keys()])
    if (key.includes(' ')) joined.set(key.replaceAll(' ', ''), key);
  const longest = [...concepts.keys(), ...places.keys()].reduce(
    (most, key) => Math.max(most, key.split(' ').length),
    1,
  );
  return {
    concepts,
    joined,
    loose: looseOf(concepts),
    places,
    facilities: new Map(source.facilities.map((one) => [one.toLowerCase(), one])),
    levels: new Set(source.levels),
    codes: new Set(
      source.classes.map(({ code }) => code).filter((code) => /^[a-z]{3,}$/.test(code)),
    ),
    instruments: instrumentsOf(source),
    lexicon: lexiconOf(yield* knownWords(source, concepts, places), wordsOfLacking(concepts)),
    longest: Math.min(longest, 8),
  };
}

/**
 * Keys by their words in any order. Of two keys with the same words, the first is meant by an order
 * that neither of them has.
 */
function looseOf(concepts: ReadonlyMap<string, Concept>): Map<string, string> {
  const loose = new Map<string, string>();
  for (const key of concepts.keys()) {
    const all = key.split(' ');
    const words = all.filter((word) => !isLittleWord({ key: word, plain: word }));
    const isLoose = all.every((word) => words.includes(word) || BETWEEN.has(word));
    if (!isLoose || words.length < 2 || words.length > MOST_LOOSE_WORDS) continue;
    const together = looseKey(words);
    if (!loose.has(together)) loose.set(together, key);
  }
  return loose;
}
const MOST_LOOSE_WORDS = 4;
/** Little words that a key may lose; without its 'high' or 'level' it would mean something else. */
const BETWEEN = new Set(['of', 'in', 'the', 'a', 'an', 'at', 'on', 'by']);

/** The key of words in any order, as in `loose`. */
export const looseKey = (words: readonly string[]): string => words.toSorted().join(' ');

function* conceptsOf(source: VocabularySource): Generator<void, Map<string, Concept>> {
  const concepts = new Map<string, Concept>();
  const add = (words: string, concept: Concept): void => {
    const key = keyOf(words);
    if (key !== '' && !concepts.has(key)) concepts.set(key, concept);
  };
  for (const row of source.words) {
    if (!isConcept(row)) continue;
    for (const words of row.words) add(words, row);
    yield;
  }
  for (const row of source.words) if (isConcept(row)) add(row.meaning, row);
  for (const measurement of source.measurements) {
    const own: Concept = {
      meaning: measurement.name,
      measurements: [measurement.code],
      classes: measurement.classes.slice(0, MOST_CLASSES),
    };
    const listed = own.classes.length > 0 ? undefined : listedIn(source, measurement.code);
    const curated = concepts.get(keyOf(measurement.name)) ?? listed ?? own;
    add(measurement.name, curated);
    // 'height' and 'latitude' alone are too common to mean one thing
    for (const name of measurement.standardNames) if (name.includes('_')) add(name, curated);
    add(measurement.code, curated);
    yield;
  }
  for (const { code, name } of source.classes) {
    const own: Concept = { meaning: name, measurements: [], classes: [code] };
    const named = concepts.get(keyOf(name));
    if (named && keyOf(name).includes(' ') && named !== own)
      concepts.set(keyOf(name), {
        ...named,
        classes: [code, ...named.classes.filter((one) => one !== code)],
      });
    for (const called of namesOf(name)) add(called, own);
    const curated = concepts.get(keyOf(code));
    if (!curated) add(code, own);
    else if (!curated.classes.includes(code))
      concepts.set(keyOf(code), { ...curated, classes: [code, ...curated.classes] });
    yield;
  }
  return concepts;
}

/** A row without any code that has words to try names what the archive lacks. */
const isConcept = ({ measurements, classes, places, campaigns, near = [] }: WordsRow): boolean =>
  measurements.length + classes.length > 0 ||
  (near.length > 0 && places.length + campaigns.length === 0);

const isLacking = ({ measurements, classes }: Concept): boolean =>
  measurements.length + classes.length === 0;

const wordsOfLacking = (concepts: ReadonlyMap<string, Concept>): readonly string[] =>
  [...concepts].flatMap(([key, concept]) => (isLacking(concept) ? key.split(' ') : []));

/**
 * The name of a class: whole, without text in brackets, and only up to its first bracket, colon or
 * comma.
 */
const namesOf = (name: string): readonly string[] => [
  name,
  name.replace(/\s*\([^)]*\)/g, ''),
  name.split(/[:,(]/)[0] ?? '',
];

/**
 * Names of classes that are not also names of measurements. Codes are not among them: they may be
 * everyday words ('rain', 'soil').
 */
function instrumentsOf({ classes, measurements }: VocabularySource): ReadonlySet<string> {
  const measured = new Set(measurements.map(({ name }) => joinedKey(name)));
  const names = classes.flatMap(({ name }) => namesOf(name)).map(joinedKey);
  return new Set(names.filter((name) => name !== '' && !measured.has(name)));
}

/** The key of words without spaces, as in `instruments`. */
export const joinedKey = (words: string): string => keyOf(words).replaceAll(' ', '');

/**
 * The row of the curated table that has a measurement first, or anywhere, for when nothing else
 * says what measures it.
 */
const listedIn = ({ words }: VocabularySource, code: string): Concept | undefined =>
  words.find(({ measurements }) => measurements[0] === code) ??
  words.find(({ measurements }) => measurements.includes(code));

/** Most classes that one word stands for. */
export const MOST_CLASSES = 16;

function placesOf(source: VocabularySource): Map<string, Place> {
  const places = new Map<string, Place>();
  const south = new Set(source.sites.filter((site) => site.south).map(({ code }) => code));
  const add = (words: string, place: Omit<Place, 'everyday'>, everyday: boolean): void => {
    const key = keyOf(words);
    if (key !== '' && !places.has(key)) places.set(key, { ...place, everyday });
  };
  for (const row of source.words) {
    if (row.places.length + row.campaigns.length === 0) continue;
    const sites = [...new Set(row.places.map((place) => place.split('.')[0] ?? ''))];
    const place = {
      meaning: row.meaning,
      sites,
      facilities: row.places.filter((one) => one.includes('.')),
      campaigns: sites.length > 0 ? [] : row.campaigns,
      south: sites.length > 0 && sites.every((site) => south.has(site)),
    };
    for (const words of row.words) add(words, place, EVERYDAY.has(keyOf(words)));
  }
  for (const { code, name, shortName, known, south: isSouth } of source.sites) {
    const place = { meaning: name, sites: [code], facilities: [], campaigns: [], south: isSouth };
    add(code, place, !known && EVERYDAY.has(code));
    if (keyOf(name).includes(' ')) add(name, place, false);
    if (shortName.length > 2 && !/^amf/i.test(shortName))
      add(shortName, place, EVERYDAY.has(keyOf(shortName)));
  }
  return places;
}

function* knownWords(
  source: VocabularySource,
  concepts: ReadonlyMap<string, Concept>,
  places: ReadonlyMap<string, Place>,
): Generator<void, string[]> {
  const words: string[] = [];
  const here = [...concepts].flatMap(([key, concept]) => (isLacking(concept) ? [] : [key]));
  for (const key of [...here, ...places.keys()])
    for (const word of key.split(' ')) for (let use = 0; use < CURATED_USE; use++) words.push(word);
  yield;
  const texts = [
    ...source.measurements.flatMap(({ name, description }) => [name, description]),
    ...source.classes.flatMap(({ name, description }) => [name, description]),
    ...source.campaigns.map(({ name }) => name),
    ...source.sites.map(({ name }) => name),
    ...source.texts,
  ];
  for (const text of texts) {
    for (const { key } of tokensOf(text)) words.push(key);
    yield;
  }
  return words;
}

/** A word of the curated table counts as often as this many mentions elsewhere. */
const CURATED_USE = 5;

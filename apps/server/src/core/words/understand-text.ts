// Understands a text with the archive at hand: which of its words occur, whether anything has them
// all, what to leave out.

import { EMPTY_SEARCH, type Search, setText } from '@isobar/contract/search/filter.ts';
import { recommendedClause, searchQuery } from '@isobar/contract/search/plan-clauses.ts';
import { pieceQuery, WEIGHED_FIELDS } from '@isobar/contract/search/plan-words.ts';
import { keyOf } from '@isobar/contract/words/fold.ts';
import { readAs } from '@isobar/contract/words/read-as.ts';
import type { Understood, UnderstoodPiece } from '@isobar/contract/words/understood.ts';
import type { Aggregations } from '@isobar/query-language/aggregation.ts';
import type { Query } from '@isobar/query-language/query.ts';
import type { SearchReply } from '@isobar/query-language/result.ts';
import type { SearchBody } from '@isobar/query-language/search-body.ts';
import { nearestWords } from '@isobar/search-engine/language/spelling.ts';
import type { SearchReader } from '../../ports/search-index.ts';
import { calledIn } from './called.ts';
import { countOf, namedQuery } from './named-query.ts';
import { beginningOf, doubtful, understand } from './understand.ts';
import type { Vocabulary } from './vocabulary.ts';

export interface UnderstandInput {
  readonly text: string;
  readonly vocabulary: Vocabulary;
  readonly index: Pick<SearchReader, 'search'>;
  /** YYYY-MM-DD in UTC. */
  readonly today: string;
}

/**
 * Takes a few small searches, seven at most. Texts in the search language are returned as they are;
 * of another long one, such as the abstract of a paper, the beginning is understood.
 */
export async function understandText(input: UnderstandInput): Promise<Understood> {
  const typed = input.text;
  const beginning = beginningOf(typed);
  const understood = await understandPart({ ...input, text: beginning });
  return beginning === typed ? understood : { ...understood, typed, mended: typed, cut: true };
}

async function understandPart(input: UnderstandInput): Promise<Understood> {
  const { text, vocabulary, index, today } = input;
  const { unknown, places } = doubtful(text, vocabulary, today);
  const asked = unknown.length + places.length > 0;
  // CF uses 'air_temperature' for a measurement, so it counts as one even if variables have that
  // name too.
  const isMeaning = (word: string): boolean => vocabulary.concepts.has(keyOf(word));
  const [found, called] = await Promise.all([
    asked ? occurring(unknown, places, index) : NOTHING,
    calledIn(text, index, isMeaning),
  ]);
  const first = understand(text, vocabulary, { today, ...found, called });
  if (first.pieces.every(({ kind }) => kind === 'exact') && first.filters.length === 0)
    return first;
  return await checked(await setAside(first, index), vocabulary, index);
}

/**
 * Drops words such as 'noise' in 'wind noise', which only state how or why the user asks. A word
 * next to something that is understood is dropped unless it is a code, is in a name of something
 * that is meant, or is in a description of what is meant first. That it occurs in descriptions of
 * other things does not count.
 */
async function setAside(
  some: Understood,
  index: Pick<SearchReader, 'search'>,
): Promise<Understood> {
  const { pieces } = some;
  const words = pieces.filter(({ kind, prefix }) => kind === 'word' && !prefix);
  const [foremost, all] = [meantQuery(some, 'foremost'), meantQuery(some, 'all')];
  if (words.length === 0 || !foremost || !all) return some;
  const aggs = Object.fromEntries(
    words.map((word, i) => [
      `said${i}`,
      {
        filter: {
          bool: {
            should: [
              namedQuery(word.read, 'code'),
              { bool: { filter: [all, namedQuery(word.read, 'name')] } },
              { bool: { filter: [foremost, pieceQuery(word, false)] } },
            ],
            minimum_should_match: 1,
          },
        },
      },
    ]),
  );
  const reply = await index.search('metadata', { size: 0, track_total_hits: false, aggs });
  const beside = new Set(words.filter((_, i) => countOf(reply, `said${i}`) === 0));
  return {
    ...some,
    pieces: pieces.map((piece) => (beside.has(piece) ? { ...piece, aside: true } : piece)),
  };
}

const NOTHING = {};

/**
 * Which words occur in the archive, which datastreams or codes begin with, and which names of
 * places occur in no other sense.
 */
async function occurring(
  words: readonly string[],
  places: readonly string[],
  index: Pick<SearchReader, 'search'>,
) {
  const aggs: Aggregations = Object.fromEntries([
    ...words.flatMap((word, i) => [
      [`known${i}`, { filter: occurs(word) }],
      [`begun${i}`, { filter: begins(word) }],
    ]),
    ...places.map((word, i) => [`place${i}`, { filter: occurs(word) }]),
  ]);
  const reply = await index.search('metadata', { size: 0, track_total_hits: false, aggs });
  const having = (name: string) =>
    new Set(words.filter((_, i) => countOf(reply, `${name}${i}`) > 0));
  const absent = new Set(places.filter((_, i) => countOf(reply, `place${i}`) === 0));
  return { known: having('known'), begun: having('begun'), absent };
}

const occurs = (word: string): Query => ({
  multi_match: {
    query: word,
    fields: [...WEIGHED_FIELDS, 'name', 'alternateName'],
    type: 'best_fields',
  },
});

const begins = (word: string): Query => ({
  bool: {
    should: ['datastream', 'instrument_code', 'var_name'].map((field) => ({
      prefix: { [field]: word },
    })),
    minimum_should_match: 1,
  },
});

/** What is dropped, step by step, when nothing has everything that was asked for. */
const EASIER: readonly { readonly name: string; readonly drop: readonly string[] }[] = [
  { name: 'all', drop: [] },
  { name: 'noLevel', drop: ['level'] },
  { name: 'noTime', drop: ['time', 'level'] },
  { name: 'noPlace', drop: ['place', 'level'] },
  { name: 'noFilter', drop: ['time', 'place', 'level'] },
];

/**
 * Whether several things are meant that no product has together, although some description contains
 * the words.
 */
const isAside = ({ pieces }: Understood, reply: SearchReply): boolean =>
  pieces.filter(({ kind, not, missing }) => kind === 'concept' && !not && !missing).length > 1 &&
  EASIER.every(({ name }) => countOf(reply, `${name}Meant`) === 0);

/**
 * The first step at which some data have what is meant; if there is none, the first at which some
 * contain the words.
 */
const easierOf = (reply: SearchReply) =>
  EASIER.find(({ name }) => countOf(reply, `${name}Meant`) > 0) ??
  EASIER.find(({ name }) => countOf(reply, name) > 0);

async function checked(
  first: Understood,
  vocabulary: Vocabulary,
  index: Pick<SearchReader, 'search'>,
): Promise<Understood> {
  const reply = await index.search('metadata', countingBody(first));
  const pieces = first.pieces
    .map((piece, i) =>
      piece.not || countOf(reply, `piece${i}`) > 0 ? piece : missing(piece, vocabulary),
    )
    .filter((piece, i, all) => !piece.missing || !isToldBefore(piece, all.slice(0, i)));
  const easier = easierOf(reply);
  const some = { ...first, pieces };
  if (easier && !isAside(some, reply)) return allDataOf(dropped(some, easier.drop), reply);
  if (pieces.some((piece) => piece.missing)) return await withoutMissing(some, vocabulary, index);
  return await partially(some, index);
}

/** 'δ18O' is two words, 'delta' and '18o', and missing once. */
const isToldBefore = ({ typed }: UnderstoodPiece, before: readonly UnderstoodPiece[]): boolean =>
  before.some((one) => one.missing && one.typed === typed);

/** Words that occur nowhere are left out; what remains may still be too much together. */
async function withoutMissing(
  some: Understood,
  vocabulary: Vocabulary,
  index: Pick<SearchReader, 'search'>,
): Promise<Understood> {
  const rest = { ...some, pieces: some.pieces.filter((piece) => !piece.missing) };
  if (rest.pieces.length === 0) return await nearby(some, vocabulary, index);
  const reply = await index.search('metadata', countingBody(rest));
  const easier = easierOf(reply);
  if (!easier) return await partially(some, index);
  return allDataOf(dropped({ ...some, partial: true }, easier.drop), reply);
}

/**
 * Nothing that was typed is here, so this looks for what is near in meaning and is in the archive.
 */
async function nearby(
  some: Understood,
  vocabulary: Vocabulary,
  index: Pick<SearchReader, 'search'>,
): Promise<Understood> {
  const near = nearPieces(some.pieces, vocabulary);
  if (near.length === 0) return some;
  const partial = { ...some, partial: true };
  const reply = await index.search('metadata', countingBody({ ...partial, pieces: near }));
  const here = near.filter((_, i) => countOf(reply, `piece${i}`) > 0);
  return here.length === 0
    ? some
    : await partially({ ...partial, pieces: [...some.pieces, ...here] }, index);
}

/**
 * Words of similar meaning, from the tables, for things that the archive does not have:
 * 'lightning' -> storm, convection.
 */
const nearPieces = (
  pieces: readonly UnderstoodPiece[],
  { concepts }: Vocabulary,
): readonly UnderstoodPiece[] =>
  [
    ...new Set(
      pieces
        .filter(({ kind, not }) => kind === 'concept' && !not)
        .flatMap(({ instead = [] }) => instead),
    ),
  ]
    .slice(0, MOST_NEAR)
    .flatMap((word): UnderstoodPiece[] => {
      const concept = concepts.get(keyOf(word));
      if (!concept) return [];
      const { meaning, measurements, classes } = concept;
      return [
        { typed: word, read: word, kind: 'concept', meaning, measurements, classes, near: true },
      ];
    });
const MOST_NEAR = 4;

/** Finds what has most of the words, within the filters unless nothing is left there. */
async function partially(
  some: Understood,
  index: Pick<SearchReader, 'search'>,
): Promise<Understood> {
  const partial = { ...some, partial: true };
  const reply = await index.search('metadata', countingBody(partial));
  const easier = easierOf(reply);
  return easier ? allDataOf(dropped(partial, easier.drop), reply) : partial;
}

const dropped = (understood: Understood, kinds: readonly string[]): Understood => ({
  ...understood,
  filters: understood.filters.map((filter) =>
    kinds.includes(filter.kind) ? { ...filter, dropped: true } : filter,
  ),
});

const missing = (piece: UnderstoodPiece, { lexicon }: Vocabulary): UnderstoodPiece => ({
  ...piece,
  missing: true,
  instead: piece.instead ?? nearestWords(piece.read, lexicon),
});

/**
 * Offers all data if what is meant, or for a partial match one of the things meant, is in the
 * archive but not recommended.
 */
function allDataOf(understood: Understood, reply: SearchReply): Understood {
  const none = (name: string) =>
    countOf(reply, name) > 0 && countOf(reply, `${name}Recommended`) === 0;
  const some = understood.partial && understood.pieces.some((_, i) => none(`meant${i}`));
  return none('meant') || some ? { ...understood, allData: true } : understood;
}

/**
 * The same search without any words; words that occur only in records of other archives count as
 * missing.
 */
const SHOWN = searchQuery(EMPTY_SEARCH, { recommended: false });

function countingBody(understood: Understood): SearchBody {
  const searchOf = (drop: readonly string[]): Search =>
    readAs(setText(EMPTY_SEARCH, understood.typed), dropped(understood, drop));
  const query = (drop: readonly string[]) => searchQuery(searchOf(drop), { recommended: false });
  const meant = meantQuery(understood);
  const anyMeant = meantQuery(understood, 'all');
  const meantApart = understood.pieces.map((piece, i) => {
    const own = understood.partial ? meantQuery({ ...understood, pieces: [piece] }) : null;
    return own ? recommendedToo(`meant${i}`, own) : {};
  });
  return {
    size: 0,
    track_total_hits: false,
    aggs: {
      ...Object.fromEntries(EASIER.map(({ name, drop }) => [name, { filter: query(drop) }])),
      ...(anyMeant
        ? Object.fromEntries(
            EASIER.map(({ name, drop }) => [
              `${name}Meant`,
              { filter: { bool: { filter: [query(drop), anyMeant] } } },
            ]),
          )
        : {}),
      ...Object.fromEntries(
        understood.pieces.map((piece, i) => [
          `piece${i}`,
          { filter: { bool: { filter: [SHOWN, pieceQuery(piece, false)] } } },
        ]),
      ),
      ...(meant ? recommendedToo('meant', meant) : {}),
      ...Object.assign({}, ...meantApart),
    },
  };
}

const recommendedToo = (name: string, meant: Query): Aggregations => ({
  [name]: { filter: meant },
  [`${name}Recommended`]: {
    filter: {
      bool: {
        must: [meant],
        filter: [{ query_string: { query: recommendedClause(EMPTY_SEARCH) } }],
      },
    },
  },
});

/**
 * A query for what each concept means: its first classes and measurement, all of them, or only the
 * first classes.
 */
function meantQuery(
  { pieces, partial }: Understood,
  which: 'first' | 'all' | 'foremost' = 'first',
): Query | null {
  const all = which === 'all';
  const must = pieces
    .filter(({ kind, not, missing }) => kind === 'concept' && !not && !missing)
    .map(
      ({ classes = [], measurements = [], instrument }): Query => ({
        bool: {
          should: [
            {
              terms: {
                'instrument_class_code.keyword': all ? classes : classes.slice(0, FIRST_CLASSES),
              },
            },
            // A text that names an instrument asks where that instrument is missing, so other data
            // of the same measurement do not count.
            ...((all && instrument) || (which === 'foremost' && classes.length > 0)
              ? []
              : [
                  {
                    terms: {
                      'primary_meas_type_code.keyword': all
                        ? measurements
                        : measurements.slice(0, 1),
                    },
                  },
                ]),
          ],
          minimum_should_match: 1,
        },
      }),
    );
  if (must.length === 0) return null;
  return partial && all ? { bool: { should: must, minimum_should_match: 1 } } : { bool: { must } };
}
const FIRST_CLASSES = 5;

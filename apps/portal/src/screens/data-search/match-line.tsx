// In a row: why it was found, 'Matched: precipitable water (PWV)', and links to what is related.
import { resultsHref } from '@isobar/contract/search/address.ts';
import { EMPTY_SEARCH, type Search, type Terms } from '@isobar/contract/search/filter.ts';
import { ChevronDown, SearchCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isExternal, type ResultRow } from '../../lib/search/row.ts';
import { type Match, matchesOf, type Where } from './matches.ts';

export function MatchLine({ row, search }: { readonly row: ResultRow; readonly search: Search }) {
  const { understood } = search;
  const matches = useMemo(() => (understood ? matchesOf(row, understood) : []), [row, understood]);
  const [open, setOpen] = useState(false);
  if (!understood || understood.pieces.length === 0) return null;
  const related = isExternal(row) ? [] : relatedTo(row);
  return (
    <div className="mt-1 text-xs text-ink-2">
      <p className="relative flex gap-1">
        {matches.length > 0 && <Foremost matches={matches} />}
        {(matches.length > 0 || related.length > 0) && (
          <button
            type="button"
            className="flex shrink-0 items-center gap-1 text-accent after:absolute after:inset-0"
            aria-expanded={open}
            title={open ? undefined : tooltipOf(matches)}
            onClick={() => setOpen(!open)}
          >
            {matches.length > 0 ? (
              <span className="sr-only">Related to {row.instrumentName}</span>
            ) : (
              <>
                Related<span className="sr-only"> to {row.instrumentName}</span>
              </>
            )}
            <ChevronDown size={15} aria-hidden className={open ? 'rotate-180' : undefined} />
          </button>
        )}
      </p>
      {open && (
        <ul className="mt-1 grid gap-1 pb-1">
          {matches.length > 0 && (
            <li className="[overflow-wrap:anywhere]">
              Matched: <MatchTexts matches={matches} />
            </li>
          )}
          {related.map(({ kind, text, terms }) => (
            <li key={kind}>
              {kind}:{' '}
              <a className="link" href={resultsHref({ ...EMPTY_SEARCH, terms })}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/**
 * What says most, without the text in which it was found where it has other words, and how many
 * more there are; all of them are in the tooltip of the button that covers the line, and in the
 * list that it opens.
 */
function Foremost({ matches }: { readonly matches: readonly Match[] }) {
  const more = matches.length - 1;
  return (
    <>
      <SearchCheck size={13} aria-hidden className="mt-1 shrink-0" />
      <span className="min-w-0 truncate">
        <span className="sr-only">Matched: </span>
        <MatchTexts
          matches={matches.slice(0, 1).map((one) => (one.meaning ? { ...one, place: null } : one))}
        />
      </span>
      {more > 0 && (
        <span className="shrink-0">
          +{more}
          <span className="sr-only"> more</span>
        </span>
      )}
    </>
  );
}

const MatchTexts = ({ matches }: { readonly matches: readonly Match[] }) =>
  matches.map((match, i) => (
    <span key={match.typed}>
      {i > 0 && '; '}
      <MatchText match={match} />
    </span>
  ));

const tooltipOf = (matches: readonly Match[]): string | undefined =>
  matches.length === 0 ? undefined : `Matched: ${wordsOf(matches)}`;

const wordsOf = (matches: readonly Match[]): string =>
  matches
    .map(({ typed, meaning, place }) => {
      const words = meaning === null ? typed : otherWords(meaning, typed);
      if (!place) return words;
      const part = place.parts.map(({ text }) => text).join('');
      return place.where === 'name' ? `${words} in the name` : `${words} · ${part}`;
    })
    .join('; ');

/** 'precipitable water (PWV)'; words that have the typed ones in them stand for both. */
const otherWords = (meaning: string, typed: string): string =>
  ` ${meaning.toLowerCase()} `.includes(` ${typed.toLowerCase()} `)
    ? meaning
    : `${meaning} (${typed})`;

/** A typed word that is marked in the text where it was found is not repeated before it. */
function MatchText({ match: { typed, meaning, place } }: { readonly match: Match }) {
  const isMarked = meaning === null && place !== null && place.where !== 'name';
  return (
    <>
      {meaning !== null ? (
        otherWords(meaning, typed)
      ) : (
        <span className={isMarked ? 'sr-only' : undefined}>{typed}</span>
      )}
      {place && (
        <>
          {place.where === 'name' ? (
            ' in the name'
          ) : (
            <In what={WHERE[place.where]} hasDot={!isMarked} />
          )}
          {place.where !== 'name' &&
            clipped(place.parts).map((part, i) =>
              part.fits ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
                <mark key={i} className="rounded-sm bg-accent-soft px-[2px] text-ink">
                  {part.text}
                </mark>
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their order
                <span key={i}>{part.text}</span>
              ),
            )}
        </>
      )}
    </>
  );
}

/**
 * Where the match was found: a dot before the matching words, which screen readers hear as 'in the
 * description'.
 */
const In = (props: { readonly what: string; readonly hasDot: boolean }) => (
  <>
    {props.hasDot && <span aria-hidden> · </span>}
    <span className="sr-only"> in the {props.what} </span>
  </>
);

const WHERE: Readonly<Record<Where, string>> = {
  name: 'name',
  measurement: 'measurement',
  source: 'source',
  variable: 'variable',
  datastream: 'datastream',
  description: 'description',
  campaign: 'field campaign',
};

const AROUND = 24;
/** Of the text before the first match, so that the match is seen where the line is cut. */
const BEFORE = 8;

/** Cuts long texts around the words that match. */
function clipped(parts: NonNullable<Match['place']>['parts']) {
  return parts.map((part, i) => {
    const before = i === 0 ? BEFORE : AROUND;
    if (part.fits || part.text.length <= before * 2) return part;
    const head = i > 0 ? part.text.slice(0, AROUND) : '';
    const tail = i < parts.length - 1 ? part.text.slice(-before).replace(/^\S+(?=\s)/, '') : '';
    return { ...part, text: `${head} … ${tail}` };
  });
}

type Related = { readonly kind: string; readonly text: string; readonly terms: Terms };

/**
 * Searches that the row leads to. More general: the instrument's category. More specific: this
 * measurement of this instrument class. At the same place: everything at its facility.
 */
function relatedTo(row: ResultRow): readonly Related[] {
  const [category] = row.instrumentCategoryCodes;
  const [categoryName] = row.instrumentCategoryNames;
  return [
    ...(category
      ? [
          {
            kind: 'More general',
            text: categoryName ?? category,
            terms: { instrument_category_code: [category] },
          },
        ]
      : []),
    ...(row.measurementCode && row.instrumentClassCode
      ? [
          {
            kind: 'More specific',
            text: `${row.measurementName || row.measurementCode} of ${row.instrumentClassName || row.instrumentClassCode}`,
            terms: {
              primary_meas_type_code: [row.measurementCode],
              instrument_class_code: [row.instrumentClassCode],
            },
          },
        ]
      : []),
    ...(row.ffac
      ? [
          {
            kind: 'At the same place',
            text: row.facilityName || row.ffac,
            terms: { ffac: [row.ffac] },
          },
        ]
      : []),
  ];
}

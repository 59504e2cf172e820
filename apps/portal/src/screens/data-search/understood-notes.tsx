// Under the heading: corrected typing errors, words that occur nowhere, and words that were left
// out so that something is found.
import { type Search, searchText, setAsTyped, setText } from '@isobar/contract/search/filter.ts';
import type { Understood, UnderstoodPiece } from '@isobar/contract/words/understood.ts';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Go } from './search-address.ts';
import { replaceTyped, withoutTyped } from './typed-parts.ts';

const quoted = (parts: readonly string[]) => parts.map((part) => `“${part}”`).join(' and ');

type Props = { readonly search: Search; readonly understood: Understood | null; readonly go: Go };

export function UnderstoodNotes({ search, understood, go }: Props) {
  if (!understood) return null;
  const { typed, mended, pieces, filters, unclear, partial } = understood;
  const asTyped = () => go(setAsTyped(search, true));
  const missing = pieces.filter((piece) => piece.missing);
  const dropped = filters.filter((filter) => filter.dropped);
  const found = pieces.filter((piece) => !piece.missing && !piece.near);
  const near = pieces.filter((piece) => piece.near);
  const left = pieces.filter(({ not, kind, meaning }) => not || (kind === 'exact' && meaning));
  return (
    <>
      {mended !== typed && (
        <Note>
          Showing results for <strong>{mended}</strong>. Search instead for{' '}
          <InText onClick={asTyped}>{typed}</InText>.
        </Note>
      )}
      {understood.cut && <Note>Only the first words are searched.</Note>}
      {left.length > 0 && (
        <Note>
          Left out: {left.map(({ meaning }) => meaning).join(' and ')}.{' '}
          <InText onClick={asTyped}>Search as typed</InText>.
        </Note>
      )}
      {missing.map((piece) => (
        <Missing key={piece.typed} piece={piece} search={search} go={go} />
      ))}
      {dropped.length > 0 && (
        <Note>
          None of these results has data for {quoted(dropped.map((filter) => filter.typed))}, so{' '}
          {dropped[1] ? 'they are' : 'it is'} ignored.
        </Note>
      )}
      {unclear.length > 0 && (
        <Note>{quoted(unclear)}: with a year, this becomes a time to look at.</Note>
      )}
      {near.length > 0 && (
        <h2 className="mt-4 text-lg font-strong">
          Similar in meaning: {near.map(({ meaning }) => meaning).join(', ')}
        </h2>
      )}
      {partial && found.length > 0 && (
        <div className="mt-4">
          <h2 className="text-lg font-strong">Best partial matches</h2>
          {found.length > 1 && (
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-2">
              No data product has all of these words. Leave out:
              {found.map((piece) => (
                <Button
                  key={piece.typed}
                  small
                  aria-label={`Leave out ${piece.typed}`}
                  onClick={() => go(setText(search, withoutTyped(searchText(search), piece.typed)))}
                >
                  {piece.typed}
                </Button>
              ))}
            </p>
          )}
        </div>
      )}
    </>
  );
}

function Missing(props: {
  readonly piece: UnderstoodPiece;
  readonly search: Search;
  readonly go: Go;
}) {
  const { piece, search, go } = props;
  const text = searchText(search);
  const rest = withoutTyped(text, piece.typed);
  return (
    <Note>
      No data have the word <strong>{piece.typed}</strong>.{' '}
      <span className="inline-flex flex-wrap gap-2 align-middle">
        {rest !== '' && (
          <Button small onClick={() => go(setText(search, rest))}>
            Leave out {piece.typed}
          </Button>
        )}
        {piece.instead?.map((word) => (
          <Button
            key={word}
            small
            onClick={() => go(setText(search, replaceTyped(text, piece.typed, word)))}
          >
            Try {word}
          </Button>
        ))}
      </span>
    </Note>
  );
}

const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className="mt-2 border-l-2 border-accent pl-3 text-sm text-ink-2 [overflow-wrap:anywhere]">
    {children}
  </p>
);

const InText = (props: { readonly onClick: () => void; readonly children: ReactNode }) => (
  <button type="button" className="link" onClick={props.onClick}>
    {props.children}
  </button>
);

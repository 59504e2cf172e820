// Long text, cut at 140 characters (part 1 section 9) with View More and View Less.
import { useId, useState } from 'react';

export const LONG_TEXT = 140;

export function ViewMore({
  text,
  limit = LONG_TEXT,
}: {
  readonly text: string;
  readonly limit?: number;
}) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  if (text.length <= limit) return <p className="whitespace-pre-line">{text}</p>;
  return (
    <p className="whitespace-pre-line">
      <span id={id}>{whole ? text : `${cutAtWord(text, limit)}…`}</span>{' '}
      <button
        type="button"
        className="link whitespace-nowrap"
        aria-expanded={whole}
        aria-controls={id}
        onClick={() => setWhole(!whole)}
      >
        {whole ? 'View Less' : 'View More'}
      </button>
    </p>
  );
}

function cutAtWord(text: string, limit: number): string {
  const cut = text.slice(0, limit);
  const space = cut.lastIndexOf(' ');
  return (space > limit / 2 ? cut.slice(0, space) : cut).trimEnd();
}

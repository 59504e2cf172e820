// Page buttons: first, last, the current page and its neighbours.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';

/** `page` counts from 1. `most`: how many page numbers are shown at once (at least 3). */
export function Pager(props: {
  readonly label: string;
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
  readonly most?: number;
}) {
  const { page, pages, onPage } = props;
  if (pages <= 1) return null;
  return (
    <nav
      aria-label={props.label}
      data-keep-clear
      className="flex flex-wrap items-center justify-center gap-1"
    >
      <Button icon aria-label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </Button>
      {pageNumbers(page, pages, props.most ?? 7).map((number, index, all) => (
        <span key={number} className="contents">
          {index > 0 && number - (all[index - 1] ?? 0) > 1 && (
            <span aria-hidden className="px-1 text-ink-2">
              …
            </span>
          )}
          <Button
            look={number === page ? 'primary' : 'quiet'}
            className="min-w-9 !px-2"
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </Button>
        </span>
      ))}
      <Button icon aria-label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
}

/**
 * The page numbers to show, ascending: always the current one; the ends when there is room for
 * them.
 */
export function pageNumbers(page: number, pages: number, most: number): readonly number[] {
  if (pages <= most) return range(1, pages);
  if (most < 5) {
    const from = Math.min(Math.max(1, page - Math.floor(most / 2)), pages - most + 1);
    return range(from, from + most - 1);
  }
  const inner = most - 2;
  const from = Math.min(Math.max(2, page - Math.floor(inner / 2)), pages - inner);
  return [1, ...range(from, from + inner - 1), pages];
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

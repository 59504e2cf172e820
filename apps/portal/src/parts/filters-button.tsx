// Opens the filters of a list on narrow screens, with the number that is applied.
import { plural } from '@isobar/contract/count.ts';
import { SlidersHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from '../ui/button.tsx';

/** `count`: filters that are applied. */
export function FiltersButton({
  count,
  ...props
}: ComponentProps<typeof Button> & { readonly count: number }) {
  return (
    <Button title={count > 0 ? `${plural(count, 'filter')} applied` : undefined} {...props}>
      <SlidersHorizontal size={16} aria-hidden className="max-[429px]:hidden" />
      Filters
      {count > 0 && (
        <span aria-hidden className="badge !px-1.5">
          {count}
        </span>
      )}
    </Button>
  );
}

// An opened row: its sites and facilities, to tick and to add to the cart.
import { type Search, viewOf } from '@isobar/contract/search/filter.ts';
import type { ResultRow } from '@isobar/contract/search/row.ts';
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import { addToCart } from '../../parts/cart/add-to-cart.ts';
import { cartItems } from '../../parts/cart/item-of.ts';
import { placesQuery } from '../../parts/details/places-query.ts';
import { PlacesTable } from '../../parts/details/places-table.tsx';
import { useChosen, useSelection } from '../../parts/details/selection.ts';
import { Button } from '../../ui/button.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { groupIdOf } from './results-queries.ts';

export function RowPlaces({ row, search }: { readonly row: ResultRow; readonly search: Search }) {
  const config = useConfig();
  const view = viewOf(search);
  const group = { view, id: groupIdOf(row, view) };
  const { data, error, refetch, isFetching } = useQuery(placesQuery(config, group));
  const chosen = useChosen(group.id);
  const choose = useSelection((selection) => selection.choose);
  if (error) {
    return (
      <FailurePanel
        what="The sites and facilities could not be loaded."
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Spinner label="Loading sites and facilities…" />;
  return (
    <div className="grid gap-3">
      <PlacesTable
        places={data}
        chosen={chosen}
        onChoose={(facilities) => choose(group.id, facilities)}
      />
      <div>
        <Button
          look="primary"
          disabled={chosen.length === 0}
          onClick={() => void addToCart(config, row, cartItems(row, data, chosen, search))}
        >
          Add to Cart
        </Button>
      </div>
    </div>
  );
}

// An opened row: its sites and facilities, to tick and to add to the cart.
import { type Search, viewOf } from '@isobar/contract/search/filter.ts';
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import type { ResultRow } from '../../lib/search/row.ts';
import { measurementLookedAt } from '../../lib/search/row-reports.ts';
import { addToCart } from '../../parts/cart/add-to-cart.ts';
import { cartItems } from '../../parts/cart/item-of.ts';
import { groupReportsQuery } from '../../parts/details/group-reports-query.ts';
import { placesQuery } from '../../parts/details/places-query.ts';
import { useChosen, useSelection } from '../../parts/details/selection.ts';
import { Button } from '../../ui/button.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { FacilityTable } from './facility-table.tsx';
import { groupIdOf } from './results-queries.ts';

export function RowPlaces({ row, search }: { readonly row: ResultRow; readonly search: Search }) {
  const config = useConfig();
  const view = viewOf(search);
  const group = { view, id: groupIdOf(row, view) };
  const { data, error, refetch, isFetching } = useQuery(placesQuery(config, group));
  const reports = useQuery(groupReportsQuery(config, group, measurementLookedAt(row, search)));
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
      <FacilityTable
        places={data}
        level={row.dataLevel}
        own={row.ffac}
        reports={reports.data ?? null}
        chosen={chosen}
        onChoose={(facilities) => choose(group.id, facilities)}
        search={search}
      />
      {reports.error && (
        <FailurePanel
          what="The quality reports of the facilities could not be loaded."
          why={reports.error.message}
          busy={reports.isFetching}
          onRetry={() => void reports.refetch()}
        />
      )}
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

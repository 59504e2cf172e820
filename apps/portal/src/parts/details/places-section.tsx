// The sites and facilities of a product in its details, and which of them are chosen.
import type { Search } from '@isobar/contract/search/filter.ts';
import { meaningOf } from '@isobar/contract/search/meaning.ts';
import type { View } from '@isobar/contract/search/sorts.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useConfig } from '../../lib/config.ts';
import { meantFirst } from '../../lib/search/meant-places.ts';
import type { Place } from '../../lib/search/plan-details.ts';
import type { ResultRow } from '../../lib/search/row.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { placesQuery } from './places-query.ts';
import { PlacesTable } from './places-table.tsx';
import { useChosen, useSelection } from './selection.ts';

export type PlaceChoice = {
  readonly places: UseQueryResult<readonly Place[]>;
  readonly chosen: readonly string[];
  readonly choose: (facilities: readonly string[]) => void;
};

/**
 * Opening the details puts the record's own facility into the working selection (decision 1023).
 */
export function usePlaceChoice(row: ResultRow, view: View): PlaceChoice {
  const config = useConfig();
  const group = {
    view,
    id: view === 'measurement' ? row.instrumentMeasurementId : row.instrumentId,
  };
  const places = useQuery(placesQuery(config, group));
  const chosen = useChosen(group.id);
  const choose = useSelection((selection) => selection.choose);
  const { id } = group;
  const { ffac } = row;
  useEffect(() => {
    const { byGroup } = useSelection.getState();
    if ((byGroup[id]?.length ?? 0) === 0 && ffac !== '') choose(id, [ffac]);
  }, [id, ffac, choose]);
  return { places, chosen, choose: (facilities) => choose(id, facilities) };
}

/** `own`: the record's own facility, which stands first; then those that match the search. */
export function PlacesSection(props: {
  readonly choice: PlaceChoice;
  readonly own: string;
  readonly search: Search;
}) {
  const { choice, own, search } = props;
  const { places, chosen, choose } = choice;
  return (
    <section className="mt-6" aria-labelledby="details-places">
      <h3 id="details-places" className="title-2 mb-2">
        Sites and facilities
      </h3>
      {places.error && (
        <FailurePanel
          what="The sites and facilities could not be loaded."
          why={places.error.message}
          busy={places.isFetching}
          onRetry={() => void places.refetch()}
        />
      )}
      {!places.error && !places.data && <Skeleton className="h-40" />}
      {places.data && (
        <PlacesTable
          places={ownFirst(meantFirst(meaningOf(search), places.data), own)}
          chosen={chosen}
          onChoose={choose}
        />
      )}
    </section>
  );
}

const ownFirst = (places: readonly Place[], own: string): readonly Place[] => [
  ...places.filter((place) => place.ffac === own),
  ...places.filter((place) => place.ffac !== own),
];

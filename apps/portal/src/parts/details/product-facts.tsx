// What a product is, in a few words, and its place on the globe.

import { doiAddress } from '@isobar/contract/doi.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { readLocation } from '../../lib/places/sites.ts';
import type { Place } from '../../lib/search/plan-details.ts';
import type { ResultRow } from '../../lib/search/row.ts';
import { thingPage } from '../../lib/thing-page.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ViewMore } from '../../ui/view-more.tsx';
import { hasWebGl } from '../map/has-web-gl.ts';

const PlaceGlobe = lazyPart('The globe', () =>
  import('../map/place-globe.tsx').then((module) => module.PlaceGlobe),
);

const FacilityMap = lazyPart('The map of facilities', () =>
  import('../map/facility-map.tsx').then((module) => module.FacilityMap),
);

export function ProductFacts(props: {
  readonly row: ResultRow;
  readonly places: readonly Place[];
  readonly chosen: readonly string[];
}) {
  const { row, places, chosen } = props;
  const dots = dotsOf(row, places, chosen);
  const [mapped, setMapped] = useState(false);
  const canMap = readLocation(row.location) !== null && hasWebGl();
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      <div className="min-w-0 flex-1 basis-80">
        <ViewMore text={row.description || 'There is no description.'} />
        <dl className="mt-4 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
          <Fact name="Source">
            {row.instrumentClassName}{' '}
            <a
              className="link font-mono text-sm"
              href={thingPage('instrument', row.instrumentClassCode)}
              title="The page of this instrument class"
            >
              {row.instrumentClassCode}
            </a>
          </Fact>
          <Fact name="Data product">
            <a
              className="link font-mono text-sm"
              href={thingPage('product', row.instrumentCode)}
              title="The page of this product: to read, share and cite"
            >
              {row.instrumentCode}
            </a>
          </Fact>
          {row.instrumentCategoryNames.length > 0 && (
            <Fact name="Category">{row.instrumentCategoryNames.join(', ')}</Fact>
          )}
          <Fact name="Data type">{row.sourceClassName || row.sourceClassCode}</Fact>
          {row.iopLongName && <Fact name="Field campaign">{row.iopLongName}</Fact>}
          {row.samplingInterval && <Fact name="Sampling">{row.samplingInterval}</Fact>}
          <DoiFact doi={row.doi} />
        </dl>
      </div>
      {dots.length > 0 && (
        <div className="h-[220px] w-[220px] shrink-0 max-sm:mx-auto">
          <Suspense>
            <PlaceGlobe dots={dots} />
          </Suspense>
        </div>
      )}
      {canMap && (
        <div className="min-w-0 basis-full">
          <Button small aria-expanded={mapped} onClick={() => setMapped(!mapped)}>
            {mapped ? 'Hide the map' : `Map of ${row.ffac}`}
          </Button>
          {mapped && (
            <div className="mt-2 min-h-[320px]">
              <Suspense>
                <FacilityMap
                  own={row.ffac}
                  instrument={row.instrumentName}
                  places={mapPlaces(row, places)}
                />
              </Suspense>
            </div>
          )}
        </div>
      )}
    </div>
  );
}

export const Fact = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}) => (
  <>
    <dt className="text-ink-2">{name}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
);

/** Empty: nothing is shown. */
export const DoiFact = ({ doi }: { readonly doi: string }) =>
  doi && (
    <Fact name="DOI">
      <a className="link break-all" href={doiAddress(doi)} target="_blank" rel="noreferrer">
        {doi}
      </a>
    </Fact>
  );

/**
 * The facilities of the product for the map, the record's own one first; all of them get the same
 * kind of mark.
 */
const mapPlaces = (row: ResultRow, places: readonly Place[]) =>
  [row, ...places.filter(({ ffac }) => ffac !== row.ffac)].map(
    ({ ffac, facilityName, siteCode, location }) => ({
      ffac,
      facilityName,
      siteCode,
      siteType: 'P',
      location,
    }),
  );

function dotsOf(row: ResultRow, places: readonly Place[], chosen: readonly string[]) {
  const all = places.length > 0 ? places : [row];
  return all.flatMap(({ ffac, location }) => {
    const at = readLocation(location);
    return at ? [{ key: ffac, at, strong: chosen.includes(ffac) }] : [];
  });
}

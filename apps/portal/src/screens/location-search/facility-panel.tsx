// A facility beside the map: where and since when, its data products with their spans, and the link
// to its data.
import { plural } from '@isobar/contract/count.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import type { Facility, LatLon, Site } from '../../lib/places/sites.ts';
import type { FacilityProduct } from '../../lib/search/plan-place-facts.ts';
import { placesQuery } from '../../parts/details/places-query.ts';
import { zoomHint } from '../../parts/map/nearby.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { axisOf, TimeBar } from './place-axis.tsx';
import { productsQuery } from './place-queries.ts';
import { narrowTerms, type PlaceState } from './place-state.ts';
import { distanceText, facilitySearch, placeText, spanText } from './place-words.ts';

export function FacilityPanel(props: {
  readonly facility: Facility;
  readonly site: Site | null;
  readonly state: PlaceState;
  readonly near: LatLon | null;
  /** The other facilities with the chosen product; an empty set when none is chosen. */
  readonly onElsewhere: (facilities: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}) {
  const { facility, site, state, near } = props;
  const config = useConfig();
  const [now] = useState(() => Date.now());
  const [product, setProduct] = useState<FacilityProduct | null>(null);
  const products = useQuery(productsQuery(config, facility.facilityCode, narrowTerms(state)));
  return (
    <aside
      aria-labelledby="place-facility"
      className="place-panel flex flex-col overflow-hidden border border-rule bg-surface"
    >
      <Head facility={facility} site={site} near={near} now={now} onClose={props.onClose} />
      <section
        aria-label="Data products of the facility"
        className="min-h-0 flex-1 overflow-auto px-4 pt-2.5"
      >
        {products.error && (
          <FailurePanel
            what="The data products could not be loaded."
            why={products.error.message}
            busy={products.isFetching}
            onRetry={() => void products.refetch()}
          />
        )}
        {!products.data && !products.error && <Skeleton className="h-40" />}
        {products.data && (
          <>
            <p className="caps">
              {plural(products.data.products.length, 'data product')} in{' '}
              {plural(products.data.datastreams, 'datastream')}
            </p>
            <ProductList
              facility={facility}
              products={products.data.products}
              chosen={product}
              now={now}
              onChoose={(next) => {
                setProduct(next);
                if (!next) props.onElsewhere(new Set());
              }}
            />
          </>
        )}
      </section>
      <div className="border-t border-rule px-4 py-3">
        {product && (
          <Elsewhere
            product={product}
            facilityCode={facility.facilityCode}
            onElsewhere={props.onElsewhere}
          />
        )}
        <a
          className={`${buttonClass({ look: 'primary' })} min-h-[44px] w-full`}
          href={resultsHref(facilitySearch(facility.facilityCode, state))}
        >
          Get Data
        </a>
      </div>
    </aside>
  );
}

/** Where it is and since when; its name takes the keyboard when a user opens the panel. */
function Head(props: {
  readonly facility: Facility;
  readonly site: Site | null;
  readonly near: LatLon | null;
  readonly now: number;
  readonly onClose: () => void;
}) {
  const { facility, site, near, now } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // false where an address opened the panel
    const byHand = document.activeElement !== document.body;
    if (byHand) heading.current?.focus({ preventScroll: true });
  }, []);
  const away = distanceText(near, facility.at);
  return (
    <div className="relative border-b border-rule px-4 pt-4 pb-3">
      <p>
        <span className="font-mono text-accent">{facility.facilityCode}</span>{' '}
        <span className="text-ink-2">{site?.siteName}</span>
      </p>
      <h2
        ref={heading}
        id="place-facility"
        tabIndex={-1}
        className="mt-0.5 mr-10 mb-2 font-serif text-xl leading-[1.2] font-medium outline-none"
      >
        {facility.facilityName || facility.facilityCode}
      </h2>
      <Button
        look="quiet"
        icon
        className="absolute top-2 right-1"
        aria-label="Close the facility"
        onClick={props.onClose}
      >
        <X size={18} aria-hidden />
      </Button>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
        <dt className="text-ink-2">Place</dt>
        <dd>{placeText(facility)}</dd>
        <dt className="text-ink-2">Data</dt>
        <dd>{spanText(facility, now, true)}</dd>
        {away && (
          <>
            <dt className="text-ink-2">Distance</dt>
            <dd>{away}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

function ProductList(props: {
  readonly facility: Facility;
  readonly products: readonly FacilityProduct[];
  readonly chosen: FacilityProduct | null;
  readonly now: number;
  readonly onChoose: (product: FacilityProduct | null) => void;
}) {
  const { facility, products, chosen, now } = props;
  const { start, end } = facility;
  const axis = axisOf(
    [{ siteCode: '', siteName: '', siteType: '', facilities: [], start, end }],
    now,
  );
  return (
    <ul>
      {products.map((product) => {
        const isChosen = product.instrumentId === chosen?.instrumentId;
        return (
          <li key={product.instrumentId} className="border-t border-rule ">
            <button
              type="button"
              aria-pressed={isChosen}
              className={`place-product text-left hover:bg-sunk ${isChosen ? 'bg-accent-soft' : ''}`}
              onClick={() => props.onChoose(isChosen ? null : product)}
            >
              <span className="min-w-0">
                <span className="block truncate" title={product.name}>
                  {product.name}
                </span>{' '}
                <span className="block truncate font-mono text-xs text-ink-2">
                  {product.datastream}
                </span>
              </span>
              <span className="relative block h-4">
                <span className="sr-only">{spanText(product, now, true)}</span>
                <TimeBar axis={axis} {...product} siteType={facility.siteType} thin />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Where else the chosen product is: marked on the map, and a step back to see it. */
function Elsewhere(props: {
  readonly product: FacilityProduct;
  readonly facilityCode: string;
  readonly onElsewhere: (facilities: ReadonlySet<string>) => void;
}) {
  const { product, facilityCode, onElsewhere } = props;
  const config = useConfig();
  const { data } = useQuery(placesQuery(config, { view: 'instrument', id: product.instrumentId }));
  const others = data?.map(({ ffac }) => ffac).filter((ffac) => ffac !== facilityCode) ?? [];
  if (!data) return <p className="mb-2 place-hint text-sm" />;
  return others.length > 0 ? (
    <button
      type="button"
      className="link mb-2 place-hint text-left text-sm"
      onClick={() => onElsewhere(new Set(others))}
    >
      {zoomHint(product.name)}
    </button>
  ) : (
    <p className="mb-2 place-hint text-sm text-ink-2">{product.name} is at no other facility.</p>
  );
}

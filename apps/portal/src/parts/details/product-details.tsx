// Details of a data product: what it is, where it was measured, its quality over time, its
// variables; into the cart.

import { plural } from '@isobar/contract/count.ts';
import { viewOf } from '@isobar/contract/search/filter.ts';
import { ShoppingBasket } from 'lucide-react';
import { useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { DialogParts } from '../../ui/dialog.tsx';
import { addToCart } from '../cart/add-to-cart.ts';
import { cartItems } from '../cart/item-of.ts';
import { DatastreamSection } from './datastream-section.tsx';
import { PlacesSection, usePlaceChoice } from './places-section.tsx';
import { ProductFacts } from './product-facts.tsx';
import type { ProductProps } from './product-props.ts';

export function ProductDetails(props: ProductProps) {
  const { row, moved, onClose, search, open } = props;
  const config = useConfig();
  const choice = usePlaceChoice(row, viewOf(search));
  const [busy, setBusy] = useState(false);
  const { chosen } = choice;
  const places = choice.places.data ?? [];
  const add = async (): Promise<void> => {
    setBusy(true);
    await addToCart(config, row, cartItems(row, places, chosen, search));
    setBusy(false);
  };
  return (
    <DialogParts
      title={row.instrumentName}
      description={
        <span className="flex flex-wrap gap-x-4">
          <span className="font-mono text-sm">{row.instrumentCode}</span>
          {row.measurementName && viewOf(search) === 'measurement' && (
            <span>{row.measurementName}</span>
          )}
          <span>{row.sourceClassName}</span>
        </span>
      }
      footer={
        <>
          <span className="mr-auto text-sm text-ink-2">
            {choice.places.data &&
              (chosen.length === 0
                ? 'Choose a site and facility to add its data.'
                : `${chosen.length} of ${plural(places.length, 'facility', 'facilities')} chosen`)}
          </span>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={chosen.length === 0 || places.length === 0}
            onClick={() => void add()}
          >
            <ShoppingBasket size={16} aria-hidden />
            Add to Cart
          </Button>
        </>
      }
    >
      {moved && (
        <p className="mb-4 border-l-2 border-warn pl-3">
          The record <span className="font-mono text-sm break-all">{open.id}</span> is no longer in
          the catalogue. This is the present record of its datastream.
        </p>
      )}
      <ProductFacts row={row} places={places} chosen={chosen} />
      <PlacesSection choice={choice} own={row.ffac} search={search} />
      <DatastreamSection {...props} places={places} chosen={chosen} />
    </DialogParts>
  );
}

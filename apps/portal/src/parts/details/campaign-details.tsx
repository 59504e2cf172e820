// Details of field-campaign and investigator data: the campaign, its area, its data; into the cart
// where there are files.
import { viewOf } from '@isobar/contract/search/filter.ts';
import { ExternalLink, ShoppingBasket } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import { thingPage } from '../../lib/thing-page.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DialogParts } from '../../ui/dialog.tsx';
import { ViewMore } from '../../ui/view-more.tsx';
import { addToCart } from '../cart/add-to-cart.ts';
import { cartItems } from '../cart/item-of.ts';
import { CampaignPeriod } from './campaign-period.tsx';
import { DatastreamSection } from './datastream-section.tsx';
import { isInvestigator } from './kinds.ts';
import { PlacesSection, usePlaceChoice } from './places-section.tsx';
import { DoiFact, Fact } from './product-facts.tsx';
import type { ProductProps } from './product-props.ts';

export function CampaignDetails(props: ProductProps) {
  const { row, search, onClose } = props;
  const config = useConfig();
  const choice = usePlaceChoice(row, viewOf(search));
  const places = choice.places.data ?? [];
  const { chosen } = choice;
  const visit = async (): Promise<void> => {
    const question = `This data is on the ${config.archiveName} IOP area. Please confirm to open in a new tab.`;
    if (await confirm({ title: question })) window.open(row.linkUrl, '_blank', 'noopener');
  };
  return (
    <DialogParts
      title={row.iopTitle || row.iopLongName || row.instrumentName}
      description={isInvestigator(row) ? 'Investigator data' : 'Field campaign data'}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {row.linkUrl && (
            <Button onClick={() => void visit()}>
              <ExternalLink size={16} aria-hidden />
              Open the IOP area
            </Button>
          )}
          {row.siteCode && (
            <Button
              look="primary"
              disabled={chosen.length === 0 || places.length === 0}
              onClick={() => void addToCart(config, row, cartItems(row, places, chosen, search))}
            >
              <ShoppingBasket size={16} aria-hidden />
              Add to Cart
            </Button>
          )}
        </>
      }
    >
      <ViewMore text={row.description || 'There is no description.'} />
      <dl className="mt-4 grid grid-cols-[max-content_minmax(0,1fr)] gap-x-5 gap-y-1.5 text-sm">
        {row.iopLongName && <Fact name="Campaign">{row.iopLongName}</Fact>}
        {row.iopShortName && (
          <Fact name="Short name">
            <a
              className="link font-mono text-sm"
              href={`#/results/iopShortName::${row.iopShortName}`}
            >
              {row.iopShortName}
            </a>{' '}
            <a className="link" href={thingPage('campaign', row.iopShortName)}>
              page of the campaign
            </a>
          </Fact>
        )}
        <Fact name="Data product">{row.instrumentName}</Fact>
        <Fact name="Site">{row.siteName}</Fact>
        <Fact name="Period">
          <CampaignPeriod row={row} />
        </Fact>
        <DoiFact doi={row.doi} />
      </dl>
      {row.siteCode && (
        <>
          <PlacesSection choice={choice} own={row.ffac} search={search} />
          <DatastreamSection {...props} places={places} chosen={chosen} />
        </>
      )}
    </DialogParts>
  );
}

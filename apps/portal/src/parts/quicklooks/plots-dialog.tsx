// Plots over the results or the cart, in a window of their own.
import { Dialog } from '../../ui/dialog.tsx';
import type { PlotsPlace } from './plots-address.ts';
import { plotsUrl } from './plots-url.ts';
import { Quicklooks } from './quicklooks.tsx';
import { ShareLink } from './share-link.tsx';

export function PlotsDialog(props: {
  readonly place: PlotsPlace;
  readonly onPlace: (place: PlotsPlace) => void;
  readonly onClose: () => void;
}) {
  const { place, onPlace, onClose } = props;
  return (
    <Dialog
      inAddress
      open
      onClose={onClose}
      width="min(1240px, 96vw)"
      title="Data Plots"
      footer={<ShareLink url={plotsUrl(place)} />}
    >
      <Quicklooks place={place} onPlace={onPlace} heading="h3" />
    </Dialog>
  );
}

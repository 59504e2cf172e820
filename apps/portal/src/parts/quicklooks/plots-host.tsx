// Shows the plots that the address nests in the results or the cart; stands once in the shell.
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useNestedPlots } from './plots-address.ts';

const PlotsDialog = lazyPart(
  'The plots',
  () => import('./plots-dialog.tsx').then((module) => module.PlotsDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function PlotsHost() {
  const { place, open, close } = useNestedPlots();
  if (!place) return null;
  return (
    <Suspense>
      <PlotsDialog place={place} onPlace={(next) => open(next, true)} onClose={close} />
    </Suspense>
  );
}

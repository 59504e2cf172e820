// Shows the plots that the address nests in the results or the cart; stands once in the shell.
import { lazy, Suspense } from 'react';
import { useNestedPlots } from './plots-address.ts';

const PlotsDialog = lazy(() =>
  import('./plots-dialog.tsx').then((module) => ({ default: module.PlotsDialog })),
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

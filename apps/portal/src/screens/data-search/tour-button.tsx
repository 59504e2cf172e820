// The button for the tours of this screen. Menu and tour are loaded when they are first opened.
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { Go } from './search-address.ts';
import { TourMark } from './tour-mark.tsx';
import type { TourName } from './tour-steps.ts';

const TourMenu = lazyPart(
  'The menu',
  () => import('./tour-menu.tsx').then((module) => module.TourMenu),
  { failure: 'line' },
);
const Tour = lazyPart('The tour', () => import('./tour.tsx').then((module) => module.Tour), {
  failure: 'over',
  onDismiss: ({ onClose }) => onClose(),
});

export function TourButton({ go }: { readonly go: Go }) {
  const [wanted, setWanted] = useState(false);
  const [running, setRunning] = useState<TourName | null>(null);
  const plain = (
    <Button aria-haspopup="menu" onClick={() => setWanted(true)} className="!min-h-[46px]">
      <TourMark />
    </Button>
  );
  return (
    <>
      {wanted ? (
        <Suspense fallback={plain}>
          <TourMenu onStart={setRunning} />
        </Suspense>
      ) : (
        plain
      )}
      {running && (
        <Suspense>
          <Tour key={running} name={running} go={go} onClose={() => setRunning(null)} />
        </Suspense>
      )}
    </>
  );
}

// The way to the tours of this screen. Menu and tour are loaded when they are first wanted.
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Go } from './search-address.ts';
import { TourMark } from './tour-mark.tsx';
import type { TourName } from './tour-steps.ts';

const TourMenu = lazy(() =>
  import('./tour-menu.tsx').then((module) => ({ default: module.TourMenu })),
);
const Tour = lazy(() => import('./tour.tsx').then((module) => ({ default: module.Tour })));

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

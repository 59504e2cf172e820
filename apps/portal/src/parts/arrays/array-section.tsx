// 'Open as one array' in the details of a datastream: nothing is asked of the server before it is
// opened.
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/progress.tsx';

const ArrayPanel = lazyPart('The array', () =>
  import('./array-panel.tsx').then((module) => module.ArrayPanel),
);

export function ArraySection({ datastream }: { readonly datastream: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="mt-6" aria-labelledby="details-array">
      <h3 id="details-array" className="title-2 mb-2">
        Open as one array
      </h3>
      {isOpen ? (
        <Suspense fallback={<Skeleton className="h-32" />}>
          <ArrayPanel datastream={datastream} />
        </Suspense>
      ) : (
        <>
          <p className="mb-2 max-w-[70ch] text-sm text-ink-2">
            All files of {datastream} as one array, with the quality reports applied: read any part
            of it from Python, R, MATLAB, Julia or IDL, without an order.
          </p>
          <Button onClick={() => setOpen(true)}>Open as one array</Button>
        </>
      )}
    </section>
  );
}

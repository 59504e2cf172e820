// How to cite the datastreams that the details show.

import { Suspense, useState } from 'react';
import type { PlaceDatastream } from '../../lib/search/plan-details.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/progress.tsx';

const CitationPanel = lazyPart('The citations', () =>
  import('../citation/citation-panel.tsx').then((module) => module.CitationPanel),
);

type Cited = Pick<PlaceDatastream, 'datastream' | 'dataLevel' | 'filed'>;

export function CiteSection({ streams }: { readonly streams: readonly Cited[] }) {
  const [open, setOpen] = useState(false);
  return (
    <section className="mt-6" aria-label="How to cite">
      <Button aria-expanded={open} onClick={() => setOpen(!open)}>
        Generate Citation
      </Button>
      {open && (
        <div className="mt-3 rounded-lg border border-rule bg-surface p-4">
          <Suspense fallback={<Spinner size={18} label="Opening…" />}>
            <CitationPanel objects={streams.map(objectOf)} onHide={() => setOpen(false)} />
          </Suspense>
        </div>
      )}
    </section>
  );
}

const objectOf = ({ datastream, dataLevel, filed }: Cited) => ({
  dataLevels: [{ datastream, dataLevel, dates: [filed] }],
});

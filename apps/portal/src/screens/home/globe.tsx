// The globe of the home screen: a drawing until somebody wants to turn it; then one that turns, by kind of site.

import { readLocation } from '@isobar/contract/places/sites.ts';
import { siteTypeLabel } from '@isobar/contract/search/facets.ts';
import type { HomeSite } from '@isobar/contract/search/plan-home.ts';
import { ChevronLeft, ChevronRight, MousePointerClick } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { plural } from '../../lib/plural.ts';
import { shownCode } from '../../lib/shown-code.ts';
import { type Dot, PlaceGlobe } from '../../parts/map/place-globe.tsx';
import { Button } from '../../ui/button.tsx';
import { isNoticeDue, noticeDismissed, noticeTold } from './globe-notice.ts';

const TurningGlobe = lazy(() =>
  import('../../parts/map/turning-globe.tsx').then((module) => ({ default: module.TurningGlobe })),
);
const GlobeNotice = lazy(() =>
  import('./globe-notice-dialog.tsx').then((module) => ({ default: module.GlobeNotice })),
);

type View = { readonly name: string; readonly sites: readonly HomeSite[] };

export function Globe({ sites }: { readonly sites: readonly HomeSite[] }) {
  const { archiveName } = useConfig();
  const views = viewsOf(sites, archiveName);
  const [at, setAt] = useState(0);
  const [state, setState] = useState<'drawn' | 'asking' | 'turning'>('drawn');
  const view = views[at % Math.max(1, views.length)];
  if (!view) return null;
  const dots = dotsOf(view.sites, view.sites[0]?.code ?? '');
  const begin = (): void => setState(isNoticeDue() ? 'asking' : 'turning');
  const step = (by: number): void => setAt((at + by + views.length) % views.length);
  return (
    <section aria-label="Sites on a globe" aria-roledescription="carousel" className="w-full">
      <div className="relative mx-auto aspect-square w-full max-w-[440px]">
        {state === 'turning' ? (
          <Suspense fallback={<Drawn dots={dots} />}>
            <TurningGlobe dots={dots} />
          </Suspense>
        ) : (
          <>
            <Drawn dots={dots} />
            <button
              type="button"
              className="group absolute inset-0 flex cursor-pointer items-end justify-center rounded-full pb-6"
              onClick={begin}
            >
              <span className="inline-flex items-center gap-2 rounded-full border border-rule-2 bg-surface px-4 py-1.5 font-strong shadow-sm group-hover:border-accent group-hover:text-accent">
                <MousePointerClick size={16} aria-hidden /> Click to interact
              </span>
            </button>
          </>
        )}
      </div>
      <div className="mt-3 flex items-center justify-center gap-3">
        <Button look="quiet" icon aria-label="Previous view" onClick={() => step(-1)}>
          <ChevronLeft size={17} aria-hidden />
        </Button>
        <p aria-live="polite" className="min-w-0 flex-1 text-center">
          <span className="font-strong">{view.name}</span>{' '}
          <span className="text-ink-2">{plural(dots.length, 'place')}</span>
        </p>
        <Button look="quiet" icon aria-label="Next view" onClick={() => step(1)}>
          <ChevronRight size={17} aria-hidden />
        </Button>
      </div>
      {state === 'asking' && (
        <Suspense>
          <GlobeNotice
            onOk={() => {
              noticeTold();
              setState('turning');
            }}
            onNever={() => {
              noticeDismissed();
              setState('turning');
            }}
            onClose={() => setState('drawn')}
          />
        </Suspense>
      )}
    </section>
  );
}

const Drawn = ({ dots }: { readonly dots: readonly Dot[] }) => (
  <div className="size-full [&_svg]:size-full">
    <PlaceGlobe dots={dots} />
  </div>
);

/** All sites first, then each kind that has some with a place. */
function viewsOf(sites: readonly HomeSite[], archiveName: string): readonly View[] {
  const placed = sites.filter((site) => readLocation(site.location) !== null);
  const kinds = [...new Set(placed.map((site) => site.type))].sort();
  const views = kinds.map((type) => ({
    name: siteTypeLabel(type, archiveName),
    sites: placed.filter((site) => site.type === type),
  }));
  return placed.length === 0 ? [] : [{ name: 'All sites', sites: placed }, ...views];
}

const dotsOf = (sites: readonly HomeSite[], strong: string): readonly Dot[] =>
  sites.flatMap((site) => {
    const at = readLocation(site.location);
    return at ? [{ key: shownCode(site.code) || site.name, at, strong: site.code === strong }] : [];
  });

// The globe of the home screen: a drawing until a user wants to turn it, then a turning globe by
// kind of site.

import { plural } from '@isobar/contract/count.ts';
import { siteTypeLabel } from '@isobar/contract/search/facets.ts';
import type { AtWork, HomeSite } from '@isobar/contract/search/plan-home.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { ChevronLeft, ChevronRight, MousePointerClick } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { markLabel, markOf, readLocation } from '../../lib/places/sites.ts';
import { shownCode } from '../../lib/shown-code.ts';
import { useTheme } from '../../lib/theme.ts';
import type { SiteDot } from '../../parts/map/globe-marks.ts';
import { MARK_KINDS, markPicture } from '../../parts/map/marks.ts';
import { SiteGlobe } from '../../parts/map/site-globe.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { isNoticeDue, noticeDismissed, noticeShown } from './globe-notice.ts';

const TurningGlobe = lazyPart('The turning globe', () =>
  import('../../parts/map/turning-globe.tsx').then((module) => module.TurningGlobe),
);
const GlobeNotice = lazyPart(
  'The notice about motion',
  () => import('./globe-notice-dialog.tsx').then((module) => module.GlobeNotice),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

type View = { readonly name: string; readonly sites: readonly HomeSite[] };

/** `when`: the night and the sites at work are those of this moment. */
export function Globe(props: {
  readonly sites: readonly HomeSite[];
  readonly atWork: AtWork | null;
  readonly when: Date;
}) {
  const { sites, atWork, when } = props;
  const { archiveName } = useConfig();
  const views = viewsOf(sites, atWork?.sites ?? [], archiveName);
  const [at, setAt] = useState(0);
  const [state, setState] = useState<'drawn' | 'asking' | 'turning'>('drawn');
  const view = views[at % Math.max(1, views.length)];
  if (!view) return null;
  const dots = dotsOf(view.sites, atWork?.sites ?? []);
  const begin = (): void => setState(isNoticeDue() ? 'asking' : 'turning');
  const step = (by: number): void => setAt((at + by + views.length) % views.length);
  return (
    <section aria-label="Sites on a globe" aria-roledescription="carousel" className="w-full">
      <div className="home-globe-stage">
        {state === 'turning' ? (
          <Suspense fallback={<SiteGlobe dots={dots} when={when} />}>
            <TurningGlobe dots={dots} when={when} />
          </Suspense>
        ) : (
          <>
            <SiteGlobe dots={dots} when={when} />
            <button
              type="button"
              className="group absolute inset-0 flex cursor-pointer items-end justify-center rounded-full pb-6"
              onClick={begin}
            >
              <span className="inline-flex items-center gap-2 rounded-full border border-rule-2 bg-surface px-4 py-1.5 font-strong shadow-(--shadow) group-hover:border-accent group-hover:text-accent">
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
      <Legend dots={dots} when={when} since={atWork?.since ?? null} />
      {state === 'asking' && (
        <Suspense>
          <GlobeNotice
            onOk={() => {
              noticeShown();
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

/** Which kinds are on the globe, how many of each, and what the ring and the shade are. */
function Legend(props: {
  readonly dots: readonly SiteDot[];
  readonly when: Date;
  readonly since: number | null;
}) {
  const { dots, when, since } = props;
  const { archiveName } = useConfig();
  const [theme] = useTheme();
  const kinds = MARK_KINDS.map((kind) => ({
    kind,
    count: dots.filter((dot) => dot.kind === kind).length,
  })).filter(({ count }) => count > 0);
  const ringed = dots.filter((dot) => dot.ringed).length;
  return (
    <ul aria-label="Legend" className="home-legend">
      {kinds.map(({ kind, count }) => (
        <li key={kind}>
          <img src={markPicture(kind, theme)} width={16} height={16} alt="" />
          {markLabel(kind, archiveName)} <b>{count}</b>
        </li>
      ))}
      {since !== null && ringed > 0 && (
        <li>
          <span aria-hidden className="home-ring" />
          At work: data since {formatDay(since / 1000)} <b>{ringed}</b>
        </li>
      )}
      <li>
        <span aria-hidden className="home-night" />
        Night at {when.toISOString().slice(11, 16)} UTC
      </li>
    </ul>
  );
}

/** All sites first, then those at work, then each kind that has some with a place. */
function viewsOf(
  sites: readonly HomeSite[],
  atWork: readonly HomeSite[],
  archiveName: string,
): readonly View[] {
  const isPlaced = (site: HomeSite): boolean => readLocation(site.location) !== null;
  const placed = sites.filter(isPlaced);
  const working = { name: 'Sites at work', sites: atWork.filter(isPlaced) };
  const kinds = [...new Set(placed.map((site) => site.type))].sort();
  const views = kinds.map((type) => ({
    name: siteTypeLabel(type, archiveName),
    sites: placed.filter((site) => site.type === type),
  }));
  return [{ name: 'All sites', sites: placed }, working, ...views].filter(
    (view) => view.sites.length > 0,
  );
}

const dotsOf = (sites: readonly HomeSite[], atWork: readonly HomeSite[]): readonly SiteDot[] =>
  sites.flatMap((site) => {
    const at = readLocation(site.location);
    return at
      ? [
          {
            key: shownCode(site.code) || site.name,
            at,
            strong: site === sites[0],
            ringed: atWork.includes(site),
            kind: markOf(site.type),
            weight: site.products,
          },
        ]
      : [];
  });

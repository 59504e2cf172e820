// Home: what the archive is and holds, and the searches that lead into it.
import { plural } from '@isobar/contract/count.ts';
import './home.css';

import { resultsHref, resultsPath } from '@isobar/contract/search/address.ts';
import { addFilter, EMPTY_SEARCH, type Search, setFilter } from '@isobar/contract/search/filter.ts';
import {
  type AtWork,
  exampleTexts,
  type HomeFacts,
  heldText,
  homeSearch,
  readHome,
  sitesAtWork,
} from '@isobar/contract/search/plan-home.ts';
import { formatDay } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { SEARCH_PREFERENCE, usePreference } from '../../lib/preferences.ts';
import { useRouter } from '../../lib/router/provider.tsx';
import { postSearch } from '../../lib/search-call.ts';
import { EmptyArchive } from '../../parts/empty-archive.tsx';
import { SearchBox } from '../../parts/typeahead/search-box.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { CampaignSection, useCampaignCards } from './campaigns/campaign-section.tsx';
import { CategoryTiles } from './category-tiles.tsx';
import { DataTools, ModellingSections, NotebookHub } from './home-sections.tsx';
import { NewsRoom } from './news-room.tsx';
import { SiteList } from './site-list.tsx';
import { useAnchor } from './use-anchor.ts';
import { DaysPicture, PlacesPicture, RowsPicture, StepsPicture } from './way-pictures.tsx';
import { WhenNear } from './when-near.tsx';

const WhatsNew = lazyPart('The list of news', () =>
  import('./whats-new.tsx').then((module) => module.WhatsNew),
);
const Globe = lazyPart('The globe', () => import('./globe.tsx').then((module) => module.Globe));

export function HomeScreen() {
  usePageTitle(null);
  const config = useConfig();
  const preferred = usePreference(SEARCH_PREFERENCE).recommended;
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['home', preferred],
    queryFn: async ({ signal }) =>
      readHome(await postSearch(config, 'metadata', homeSearch(), signal), preferred),
  });
  const cards = useCampaignCards();
  const newsRoom = data?.products === 0 ? null : <NewsRoom />;
  const [now] = useState(() => new Date());
  const atWork = data ? sitesAtWork(data, now.getTime()) : null;
  useAnchor(!cards.isPending && (data !== undefined || error !== null));
  return (
    <main id="main" tabIndex={-1} className="outline-none">
      <div className="border-b border-rule bg-surface">
        <div className="page home-hero">
          <Welcome facts={data ?? null} atWork={atWork} />
          <Ways />
          <div className="home-globe">
            {data ? (
              <WhenNear room={<div className="home-globe-room" />}>
                <Globe sites={data.sites} atWork={atWork} when={now} />
              </WhenNear>
            ) : (
              !error && <div className="home-globe-room" />
            )}
          </div>
        </div>
      </div>
      <div className="page home-below">
        {error && (
          <FailurePanel
            what="The overview of the archive could not be loaded."
            why={error.message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {data?.products === 0 && <EmptyArchive />}
        <CategoryTiles counts={data?.categories ?? null} />
        <WhenNear room={newsRoom}>
          <WhatsNew room={newsRoom} />
        </WhenNear>
        {data && <SiteList sites={data.sites} atWork={atWork?.sites ?? []} />}
        {!data && !error && <Skeleton className="h-64" />}
        <CampaignSection cards={cards} />
        <ModellingSections />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12 md:grid-cols-2">
          <NotebookHub />
          <DataTools />
        </div>
      </div>
    </main>
  );
}

function Welcome(props: { readonly facts: HomeFacts | null; readonly atWork: AtWork | null }) {
  const { facts, atWork } = props;
  const router = useRouter();
  const { archiveName } = useConfig();
  const search = (next: Search): void => void router.navigate({ href: resultsPath(next) });
  return (
    <div className="home-words">
      {/* As high before it is known. */}
      <p className="mb-3 min-h-[1.5em] text-ink-2">{atWork && <AtWorkLine atWork={atWork} />}</p>
      <h1 className="home-title">Find, inspect and order atmospheric observations</h1>
      <p className="mt-4 min-h-[4.5em] max-w-[46rem] text-lg text-ink-2 sm:min-h-[1.5em]">
        {facts && facts.products > 0 && `${heldText(facts)}. All with quality history.`}
        {!facts?.products && `Data of the ${archiveName} archive, all with quality history.`}
      </p>
      <div className="mt-7 flex max-w-[46rem]">
        <SearchBox
          text=""
          external={false}
          button
          onText={(text) => search(setFilter(EMPTY_SEARCH, 's', text ? [text] : []))}
          onValue={(field, code) => search(addFilter(EMPTY_SEARCH, field, code))}
        />
      </div>
      {/* As high before the searches are known as with them, so that nothing below moves. */}
      <div className="mt-3 min-h-12 sm:min-h-6">{facts && <Examples facts={facts} />}</div>
    </div>
  );
}

function AtWorkLine({ atWork: { sites, newest } }: { readonly atWork: AtWork }) {
  return (
    <>
      {sites.length > 0 && (
        <>
          <span aria-hidden="true" className="home-at-work" /> {plural(sites.length, 'site')} at
          work ·{' '}
        </>
      )}
      Newest data: <span className="font-mono text-within">{formatDay(newest / 1000)}</span>
    </>
  );
}

function Examples({ facts }: { readonly facts: HomeFacts }) {
  const texts = exampleTexts(facts);
  if (texts.length === 0) return null;
  return (
    <p className="flex max-w-[46rem] flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      For example
      {texts.map((text) => (
        <a key={text} className="link" href={resultsHref(setFilter(EMPTY_SEARCH, 's', [text]))}>
          {text}
        </a>
      ))}
    </p>
  );
}

type Way = {
  readonly name: string;
  readonly text: string;
  readonly href: string;
  readonly picture: ReactNode;
};

/** The kinds of search, as they come into being. */
const WAYS: readonly Way[] = [
  {
    name: 'Data Search',
    text: 'Search by category, measurement, datastream + more.',
    href: '#/results',
    picture: <RowsPicture />,
  },
  {
    name: 'Find days',
    text: 'Days with an event, or with good data of all instruments.',
    href: '#/days',
    picture: <DaysPicture />,
  },
  {
    name: 'Guided Search',
    text: 'For new users, search through guided questions.',
    href: '#/guidedsearch',
    picture: <StepsPicture />,
  },
  {
    name: 'Location Search',
    text: 'Use the map to search by site or facility.',
    href: '#/locationsearch',
    picture: <PlacesPicture />,
  },
];

const Ways = () => (
  <ul className="home-ways">
    {WAYS.map(({ name, text, href, picture }) => (
      <li key={name} className="min-w-0">
        <a href={href} className="home-way">
          <span className="min-w-0 flex-1">
            <span className="font-serif text-lg font-medium">{name}</span>{' '}
            <span className="mt-1 block text-ink-2">{text}</span>
          </span>
          {picture}
        </a>
      </li>
    ))}
  </ul>
);

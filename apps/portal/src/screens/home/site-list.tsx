// Every site with data as a grid of tiles, by kind, each a search.

import { formatCount } from '@isobar/contract/count.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { siteTypeLabel } from '@isobar/contract/search/facets.ts';
import { type HomeSite, siteSearch, yearsOf } from '@isobar/contract/search/plan-home.ts';
import { useId, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { shownCode } from '../../lib/shown-code.ts';
import { classNames } from '../../ui/class-names.ts';
import { ShowAll } from '../../ui/show-all.tsx';

const TYPES = ['P', 'L', 'M', 'I', 'X', 'T', ''] as const;

export function SiteList(props: {
  readonly sites: readonly HomeSite[];
  readonly atWork: readonly HomeSite[];
}) {
  const { sites, atWork } = props;
  const { archiveName } = useConfig();
  const known: readonly string[] = TYPES;
  const groups = TYPES.map((type) => ({
    type,
    sites: sites.filter(
      (site) => site.type === type || (type === '' && !known.includes(site.type)),
    ),
  })).filter((group) => group.sites.length > 0);
  if (groups.length === 0) return null;
  const hasCodes = sites.some((site) => shownCode(site.code) !== '');
  return (
    <section aria-labelledby="home-sites">
      <h2 id="home-sites" className="title-2">
        Start from a site
      </h2>
      {groups.map((group) => (
        <div
          key={group.type}
          className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-1.5 lg:grid-cols-[9rem_minmax(0,1fr)]"
        >
          <h3 className="caps pt-2">
            {groups.length === 1 && group.type === ''
              ? 'Sites'
              : siteTypeLabel(group.type, archiveName)}
          </h3>
          <Tiles sites={group.sites} hasCodes={hasCodes} atWork={atWork} />
        </div>
      ))}
    </section>
  );
}

/** Tiles of a group that a phone shows at first. */
const FIRST_TILES = 6;

type TilesProps = {
  readonly sites: readonly HomeSite[];
  readonly hasCodes: boolean;
  readonly atWork: readonly HomeSite[];
};

function Tiles({ sites, hasCodes, atWork }: TilesProps) {
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const isCut = !isWhole && sites.length > FIRST_TILES;
  return (
    <div>
      <ul id={id} className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-2">
        {sites.map((site, place) => (
          <li
            key={site.code}
            className={`min-w-0 ${isCut && place >= FIRST_TILES ? 'max-sm:hidden' : ''}`}
          >
            <Tile site={site} hasCodes={hasCodes} isAtWork={atWork.includes(site)} />
          </li>
        ))}
      </ul>
      {sites.length > FIRST_TILES && (
        <ShowAll
          isWhole={isWhole}
          onToggle={() => setIsWhole(!isWhole)}
          more={`Show all ${formatCount(sites.length)} sites`}
          fewer="Show fewer sites"
          controls={id}
          className="mt-2 text-sm sm:hidden"
        />
      )}
    </div>
  );
}

function Tile(props: {
  readonly site: HomeSite;
  readonly hasCodes: boolean;
  readonly isAtWork: boolean;
}) {
  const { site, hasCodes, isAtWork } = props;
  return (
    <a
      href={resultsHref(siteSearch(site.code))}
      className="grid h-full grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 rounded border border-rule bg-surface px-3 py-1.5 hover:border-accent"
    >
      {hasCodes && <span className="font-mono text-sm text-accent">{shownCode(site.code)}</span>}{' '}
      <span className="col-span-3 row-start-2 block truncate text-sm" title={site.name}>
        {site.name}
      </span>{' '}
      <span
        className={classNames(
          'row-start-1 truncate text-sm text-ink-2',
          hasCodes ? 'col-start-2' : 'col-span-2',
        )}
      >
        {isAtWork && (
          <>
            <span aria-hidden="true" className="home-at-work" />{' '}
            <span className="sr-only">at work, </span>
          </>
        )}
        {yearsOf(site, isAtWork)}
      </span>{' '}
      <span className="col-start-3 row-start-1 text-right text-sm text-ink-2">
        {formatCount(site.products)}
        <span className="sr-only"> data products</span>
      </span>
    </a>
  );
}

// Every site with data, by kind, each a search.

import { formatCount } from '@isobar/contract/count.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import { siteTypeLabel } from '@isobar/contract/search/facets.ts';
import { type HomeSite, siteSearch } from '@isobar/contract/search/plan-home.ts';
import { useConfig } from '../../lib/config.ts';
import { shownCode } from '../../lib/shown-code.ts';

const TYPES = ['P', 'L', 'M', 'I', 'X', 'T', ''] as const;

export function SiteList({ sites }: { readonly sites: readonly HomeSite[] }) {
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
        <div key={group.type} className="mt-4">
          <h3 className="caps border-b border-rule pb-1.5">
            {groups.length === 1 && group.type === ''
              ? 'Sites'
              : siteTypeLabel(group.type, archiveName)}
          </h3>
          <ul className="mt-1 grid gap-x-8 sm:grid-cols-2 xl:grid-cols-3">
            {group.sites.map((site) => (
              <li key={site.code} className="min-w-0">
                <a
                  href={resultsHref(siteSearch(site.code))}
                  className="flex items-baseline gap-3 rounded px-1 py-1.5 hover:bg-surface"
                >
                  {hasCodes && (
                    <span className="w-9 shrink-0 font-mono text-sm text-accent">
                      {shownCode(site.code)}
                    </span>
                  )}{' '}
                  <span className="min-w-0 flex-1 truncate" title={site.name}>
                    {site.name}
                  </span>{' '}
                  <span className="text-sm text-ink-2">
                    {formatCount(site.products)}
                    <span className="sr-only"> data products</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

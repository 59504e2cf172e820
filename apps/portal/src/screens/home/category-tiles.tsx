// The six categories of the home screen, each a search.

import { formatCount } from '@isobar/contract/count.ts';
import { resultsHref } from '@isobar/contract/search/address.ts';
import {
  categorySearch,
  HOME_CATEGORIES,
  type HomeCategory,
} from '@isobar/contract/search/plan-home.ts';
import { Cloud, Haze, type LucideIcon, Plane, Sprout, SunMedium, Thermometer } from 'lucide-react';

const ICONS: Readonly<Record<HomeCategory['code'], LucideIcon>> = {
  aeros: Haze,
  atmstate: Thermometer,
  cloud: Cloud,
  radio: SunMedium,
  sfcprop: Sprout,
  airborne: Plane,
};

/**
 * `counts`: data products per code; null while they are not known. A category without data has no
 * tile.
 */
export function CategoryTiles({
  counts,
}: {
  readonly counts: Readonly<Record<string, number>> | null;
}) {
  const shown = HOME_CATEGORIES.filter(({ code }) => counts === null || (counts[code] ?? 0) > 0);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="home-categories">
      <h2 id="home-categories" className="title-2">
        Start from a category
      </h2>
      <ul className="home-categories">
        {shown.map(({ label, field, code }) => {
          const Icon = ICONS[code];
          const count = counts?.[code];
          return (
            <li key={code}>
              <a href={resultsHref(categorySearch({ field, code }))} className="home-category">
                <Icon size={26} strokeWidth={1.4} aria-hidden className="text-accent" />
                <span className="font-strong">{label}</span>{' '}
                <span className="home-count">{count !== undefined && formatCount(count)}</span>{' '}
                <span className="text-sm text-ink-2">
                  {count === undefined ? (
                    <>&nbsp;</>
                  ) : count === 1 ? (
                    'data product'
                  ) : (
                    'data products'
                  )}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

// The six categories of the home screen, each a search.
import { resultsHref } from '@isobar/contract/search/address.ts';
import {
  categorySearch,
  HOME_CATEGORIES,
  type HomeCategory,
} from '@isobar/contract/search/plan-home.ts';
import { Cloud, Haze, type LucideIcon, Plane, Sprout, SunMedium, Thermometer } from 'lucide-react';
import { plural } from '../../lib/plural.ts';

const ICONS: Readonly<Record<HomeCategory['code'], LucideIcon>> = {
  aeros: Haze,
  atmstate: Thermometer,
  cloud: Cloud,
  radio: SunMedium,
  sfcprop: Sprout,
  airborne: Plane,
};

/** `counts`: data products per code; null while they are not known. */
export function CategoryTiles(props: { readonly counts: Readonly<Record<string, number>> | null }) {
  return (
    <section aria-labelledby="home-categories">
      <h2 id="home-categories" className="title-2">
        Start from a category
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {HOME_CATEGORIES.map(({ label, field, code }) => {
          const Icon = ICONS[code];
          const count = props.counts?.[code];
          return (
            <li key={code}>
              <a
                href={resultsHref(categorySearch({ field, code }))}
                className="flex h-full flex-col gap-2 rounded-lg border border-rule bg-surface px-4 py-4 transition-colors hover:border-accent hover:bg-accent-soft"
              >
                <Icon size={26} strokeWidth={1.4} aria-hidden className="text-accent" />
                <span className="font-strong">{label}</span>{' '}
                <span className="min-h-[1.4em] text-sm text-ink-2">
                  {count !== undefined && plural(count, 'data product')}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

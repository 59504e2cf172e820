// The ways into the guided search.

import { CalendarDays, Gauge, type LucideIcon, MapPin, Satellite, Shapes } from 'lucide-react';
import { formatQuery } from '../../lib/router/query-string.ts';
import { formatGuided, type GuidedFlow, startGuided } from '../../lib/search/guided.ts';
import { classNames } from '../../ui/class-names.ts';

type Start = {
  readonly flow: GuidedFlow | null;
  readonly label: string;
  readonly text: string;
  readonly icon: LucideIcon;
  readonly badges: readonly string[];
};

/** null: not available yet. The badges follow decision 1014. */
const STARTS: readonly Start[] = [
  {
    flow: 'measurement',
    label: 'Measurement',
    text: 'From what is measured: temperature, aerosol absorption, cloud base …',
    icon: Gauge,
    badges: [],
  },
  {
    flow: 'instrument',
    label: 'Instrument',
    text: 'From the instrument: radars, lidars, sondes, surface stations …',
    icon: Satellite,
    badges: [],
  },
  {
    flow: null,
    label: 'Characteristics',
    text: 'From properties of the data: resolution, dimensions, processing.',
    icon: Shapes,
    badges: [],
  },
  {
    flow: 'epoch-type',
    label: 'Epoch (By Epoch Type)',
    text: 'From a kind of weather or event, and its days.',
    icon: CalendarDays,
    badges: ['NEW', 'Beta'],
  },
  {
    flow: 'epoch-location',
    label: 'Epoch (By Location)',
    text: 'From a site, and the kinds of days that were selected there.',
    icon: MapPin,
    badges: ['Beta'],
  },
];

const CARD =
  'flex h-full w-full flex-col items-start gap-2 rounded-lg border border-rule bg-surface px-5 py-5 text-left';

export const StartChoices = () => (
  <ul aria-label="Start choices" className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
    {STARTS.map((start) => (
      <li key={start.label} className="min-w-0">
        {start.flow === null ? (
          <button
            type="button"
            aria-disabled
            title="Feature under development"
            className={classNames(CARD, 'cursor-default border-dashed bg-transparent text-ink-2')}
          >
            <Face start={start} />
            <span className="text-sm">Feature under development</span>
          </button>
        ) : (
          <a
            href={`#/guidedsearch${formatQuery(formatGuided(startGuided(start.flow)))}`}
            className={classNames(
              CARD,
              'transition-colors hover:border-accent hover:bg-accent-soft',
            )}
          >
            <Face start={start} />
          </a>
        )}
      </li>
    ))}
  </ul>
);

function Face({ start }: { readonly start: Start }) {
  const { icon: Icon, label, text, badges, flow } = start;
  return (
    <>
      <Icon
        size={26}
        strokeWidth={1.4}
        aria-hidden
        className={flow === null ? 'text-ink-2' : 'text-accent'}
      />
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-serif text-lg font-medium">{label}</span>{' '}
        {badges.length > 0 && (
          <span className="flex gap-1.5">
            {badges.map((badge) => (
              <span key={badge} className="badge">
                {badge}
              </span>
            ))}
          </span>
        )}
      </span>{' '}
      <span className="text-ink-2">{text}</span>{' '}
    </>
  );
}

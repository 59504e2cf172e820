// A closed card: whose campaigns, when, and the first four of them.

import type { CampaignCardDocument } from '@isobar/contract/catalogue/small-documents.ts';
import { useEffect, useRef } from 'react';
import { cardLabel, LINKS_COLLAPSED } from '../campaign-cards.ts';
import { CampaignLinkLine } from './campaign-link.tsx';
import { Ticks } from './ticks.tsx';
import { type YearAxis, yearsOf } from './year-axis.ts';

export function CampaignCard(props: {
  readonly card: CampaignCardDocument;
  readonly axis: YearAxis;
  /** The person has just closed this card: its button takes the focus. */
  readonly justClosed: boolean;
  readonly onOpen: () => void;
}) {
  const { card, axis, justClosed } = props;
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (justClosed) opener.current?.focus();
  }, [justClosed]);
  const { links } = card;
  const rest = links.length > LINKS_COLLAPSED;
  return (
    <article
      aria-label={card.title}
      className="flex h-full flex-col rounded-lg border border-rule bg-surface px-5 py-4"
    >
      <CardHead card={card} />
      <Ticks links={links} axis={axis} height={18} />
      <ul className="mt-1 flex-1 divide-y divide-rule border-b border-rule">
        {links.slice(0, LINKS_COLLAPSED).map((link) => (
          <li key={link.link_value} className="py-1.5">
            <CampaignLinkLine link={link} cut />
          </li>
        ))}
      </ul>
      <p className="mt-3 flex items-baseline justify-between gap-4">
        <button
          ref={opener}
          type="button"
          className="link"
          aria-expanded={false}
          onClick={props.onOpen}
        >
          {rest ? `Show all ${links.length}` : 'Open'}
          <span className="sr-only">
            {rest && ' of'} {card.title}
          </span>
        </button>
        <span className="text-ink-2 tabular-nums">{yearsOf(card)}</span>
      </p>
    </article>
  );
}

export const CardHead = ({ card }: { readonly card: CampaignCardDocument }) => (
  <div>
    <div className="flex items-baseline justify-between gap-4">
      <span className="font-mono text-sm text-accent">{cardLabel(card.tag)}</span>
      <span className="text-ink-2 tabular-nums">
        {card.links.length}
        <span className="sr-only"> links</span>
      </span>
    </div>
    <h3 className="font-serif text-lg leading-tight font-medium">{card.title}</h3>
  </div>
);

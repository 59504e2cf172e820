// An open card: all campaigns of a site, twenty a page in two columns, with a filter and a link to
// each.

import type {
  CampaignCardDocument,
  CampaignLink,
} from '@isobar/contract/catalogue/small-documents.ts';
import { Link2, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { pageHere } from '../../../lib/page-here.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useCopy } from '../../../ui/copy-button.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { LINKS_PER_COLUMN, LINKS_PER_PAGE, linksWith, PAGER_LIMIT } from '../campaign-cards.ts';
import { CardHead } from './campaign-card.tsx';
import { CampaignLinkLine } from './campaign-link.tsx';
import { Ticks } from './ticks.tsx';
import type { YearAxis } from './year-axis.ts';

type Opened = {
  readonly card: CampaignCardDocument;
  readonly axis: YearAxis;
  /** Value of the link that the address names. */
  readonly highlighted: string | null;
  readonly firstPage: number;
  /** Whether a person opened the card and not an address: then the card takes the focus. */
  readonly openedHere: boolean;
  readonly onClose: () => void;
};

export function OpenCard(props: Opened) {
  const { card, axis, highlighted, openedHere, onClose } = props;
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (openedHere) article.current?.focus();
  }, [openedHere]);
  const links = useLinksPage(props);
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={card.title}
      className="rounded-lg border border-accent bg-surface px-5 py-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1">
          <CardHead card={card} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <LinkFilter words={links.words} onWords={links.setWords} />
          <Button aria-expanded onClick={onClose}>
            <X size={16} aria-hidden /> Close
          </Button>
        </div>
      </div>
      <Ticks links={card.links} axis={axis} height={32} />
      {links.found === 0 && <p className="py-6 text-ink-2">No campaign of this site matches.</p>}
      <Columns shown={links.shown} highlighted={highlighted} />
      {/* On a phone the link to the top is at the right. */}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3 max-sm:pr-12">
        <p role="status" className="text-ink-2 tabular-nums">
          {links.found > 0 &&
            `${links.from + 1}-${links.from + links.shown.length} of ${links.found}`}
        </p>
        <Pager
          label={`Campaigns of ${card.title}`}
          page={links.page}
          pages={links.pages}
          most={PAGER_LIMIT}
          onPage={links.setPage}
        />
      </div>
    </article>
  );
}

/** One page of the links that have the words of the filter; other words begin at the first page. */
function useLinksPage({ card, firstPage }: Opened) {
  const [words, setWords] = useState('');
  const [wanted, setPage] = useState(firstPage);
  const found = linksWith(card.links, words);
  const pages = Math.max(1, Math.ceil(found.length / LINKS_PER_PAGE));
  const page = Math.min(wanted, pages);
  const from = (page - 1) * LINKS_PER_PAGE;
  return {
    words,
    setWords: (next: string): void => {
      setWords(next);
      setPage(1);
    },
    found: found.length,
    shown: found.slice(from, from + LINKS_PER_PAGE),
    from,
    page,
    pages,
    setPage,
  };
}

const LinkFilter = (props: {
  readonly words: string;
  readonly onWords: (words: string) => void;
}) => (
  <span className="field">
    <Search size={15} aria-hidden className="text-ink-2" />
    <input
      aria-label="Filter field campaigns"
      placeholder="Filter field campaigns"
      value={props.words}
      className="min-w-0 bg-transparent"
      onChange={(event) => props.onWords(event.target.value)}
    />
  </span>
);

function Columns(props: {
  readonly shown: readonly CampaignLink[];
  readonly highlighted: string | null;
}) {
  const { shown, highlighted } = props;
  const columns = [shown.slice(0, LINKS_PER_COLUMN), shown.slice(LINKS_PER_COLUMN)];
  return (
    <div className="grid gap-x-10 md:grid-cols-2">
      {columns.map(
        (links, at) =>
          links.length > 0 && (
            <ul
              key={at === 0 ? 'first' : 'second'}
              className="divide-y divide-rule border-b border-rule"
            >
              {links.map((link) => (
                <Line
                  key={link.link_value}
                  link={link}
                  highlighted={link.link_value === highlighted}
                />
              ))}
            </ul>
          ),
      )}
    </div>
  );
}

function Line({
  link,
  highlighted,
}: {
  readonly link: CampaignLink;
  readonly highlighted: boolean;
}) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (highlighted) line.current?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [highlighted]);
  const address = pageHere(`#/?campaign=${encodeURIComponent(link.link_value)}`);
  const [copied, copy] = useCopy(address);
  return (
    <li
      ref={line}
      className={classNames(
        'flex items-center justify-between gap-3 py-1',
        highlighted && '-mx-2 rounded bg-accent-soft px-2',
      )}
      {...(highlighted ? { 'aria-current': 'true' as const } : {})}
    >
      <CampaignLinkLine link={link} />
      <Button
        look="quiet"
        small
        aria-label={`Get link of ${link.link_text}`}
        className="shrink-0"
        onClick={copy}
      >
        <Link2 size={14} aria-hidden />
        <span role="status">
          {copied === 'copied' ? 'Copied' : copied === 'failed' ? 'Copy Failed' : 'Get link'}
        </span>
      </Button>
    </li>
  );
}

// Copies the search as a link, curl, Python or a feed, and saves the list as CSV or JSON.
import { searchOf } from '@isobar/contract/calls/search-calls.ts';
import type { Search } from '@isobar/contract/search/filter.ts';
import { Code, FileDown, Link2, Rss, Share2, Terminal } from 'lucide-react';
import { addressOf } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { saveText } from '../../lib/save-text.ts';
import { readRow } from '../../lib/search/row.ts';
import { postSearch } from '../../lib/search-call.ts';
import { feedOfSearch } from '../../parts/saved/feed-address.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { asCsv, asCurl, asJson, asPython, listBody, MOST_ROWS, shareLink } from './share-text.ts';

export type ShareProps = { readonly search: Search; readonly recommended: boolean };

export function ShareMenu({ search, recommended }: ShareProps) {
  const config = useConfig();
  const address = new URL(addressOf(config, searchOf('metadata')), location.origin).href;
  const body = listBody(search, recommended, search.rows);
  const save = async (kind: 'csv' | 'json'): Promise<void> => {
    try {
      const whole = listBody(search, recommended, MOST_ROWS);
      const { hits } = await postSearch(config, 'metadata', whole);
      const rows = hits.hits.map((hit) => readRow(hit._source ?? {}));
      if (kind === 'csv') saveText('search-results.csv', 'text/csv', asCsv(rows, search));
      else saveText('search-results.json', 'application/json', asJson(rows, search));
    } catch (error) {
      const text = error instanceof Error ? error.message : '';
      toast({ kind: 'problem', title: 'The list could not be downloaded.', text });
    }
  };
  const entries: readonly MenuEntry[] = [
    {
      key: 'link',
      label: 'Copy link',
      icon: <Link2 size={15} aria-hidden />,
      onSelect: () => void copyText('Link', shareLink(search, recommended, location.origin)),
    },
    {
      key: 'curl',
      label: 'Copy as curl',
      icon: <Terminal size={15} aria-hidden />,
      onSelect: () => void copyText('curl command', asCurl(body, address)),
    },
    {
      key: 'python',
      label: 'Copy as Python',
      icon: <Code size={15} aria-hidden />,
      onSelect: () => void copyText('Python script', asPython(body, address)),
    },
    ...(['data', 'reports'] as const).map((feed) => ({
      key: `feed-${feed}`,
      label: feed === 'data' ? 'Copy feed of new data' : 'Copy feed of new quality reports',
      icon: <Rss size={15} aria-hidden />,
      onSelect: () =>
        void copyText('Address of the feed', feedOfSearch(config, feed, search, recommended)),
    })),
    {
      key: 'csv',
      label: 'Download list as CSV',
      icon: <FileDown size={15} aria-hidden />,
      onSelect: () => void save('csv'),
    },
    {
      key: 'json',
      label: 'Download list as JSON',
      icon: <FileDown size={15} aria-hidden />,
      onSelect: () => void save('json'),
    },
  ];
  return (
    <Menu
      pressed
      align="end"
      triggerClass="btn btn-quiet btn-icon"
      triggerLabel="Share or download these results"
      trigger={<Share2 size={17} aria-hidden />}
      entries={entries}
    />
  );
}

// Copies the search as a link, a few lines of code or a feed, and saves the list as CSV or JSON.
import { searchOf } from '@isobar/contract/calls/search-calls.ts';
import { codeAddresses } from '@isobar/contract/code/address-of.ts';
import type { Search } from '@isobar/contract/search/filter.ts';
import { Code, FileDown, Link2, Rss, Share2, Terminal } from 'lucide-react';
import { addressOf } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { saveText } from '../../lib/save-text.ts';
import { readRow } from '../../lib/search/row.ts';
import { postSearch } from '../../lib/search-call.ts';
import { useSession } from '../../lib/session.ts';
import { feedOfSearch } from '../../parts/saved/feed-address.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import { toast } from '../../ui/toast.tsx';
import {
  searchCodeOf,
  searchCurl,
  searchJulia,
  searchNotebook,
  searchPython,
  searchR,
} from './search-code.ts';
import { asCsv, asJson, listBody, MOST_ROWS, shareLink } from './share-text.ts';

const COPIES = [
  { key: 'python', label: 'Copy as Python', what: 'Python script', write: searchPython },
  { key: 'curl', label: 'Copy as curl', what: 'Shell script', write: searchCurl },
  { key: 'r', label: 'Copy as R', what: 'R script', write: searchR },
  { key: 'julia', label: 'Copy as Julia', what: 'Julia script', write: searchJulia },
] as const;

export type ShareProps = { readonly search: Search; readonly recommended: boolean };

export function ShareMenu({ search, recommended }: ShareProps) {
  const config = useConfig();
  const { person } = useSession();
  const code = searchCodeOf(search, recommended, {
    origin: location.origin,
    metadata: new URL(addressOf(config, searchOf('metadata')), location.origin).href.replace(
      /\/_search$/,
      '',
    ),
    from: shareLink(search, recommended, location.origin),
    ...codeAddresses(location.origin, { live: config.services.live }),
  });
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
    ...COPIES.map(({ key, label, what, write }) => ({
      key,
      label,
      icon: key === 'curl' ? <Terminal size={15} aria-hidden /> : <Code size={15} aria-hidden />,
      onSelect: () => void copyText(what, write(code)),
    })),
    ...(person?.beta.includes('searchAsNotebook')
      ? [
          {
            key: 'notebook',
            label: (
              <>
                Download as a notebook <span className="badge align-middle">Beta</span>
              </>
            ),
            icon: <FileDown size={15} aria-hidden />,
            onSelect: () =>
              saveText('search.ipynb', 'application/x-ipynb+json', searchNotebook(code)),
          },
        ]
      : []),
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

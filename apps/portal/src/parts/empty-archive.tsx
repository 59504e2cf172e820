// Shown where nothing is found because the archive is empty: the reason, and what to do.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useConfig } from '../lib/config.ts';
import { postTotal } from '../lib/search-call.ts';
import { useSession } from '../lib/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyPanel } from '../ui/panels.tsx';

const ANY = { query: { match_all: {} }, size: 0 };

/** False while it is not known, and when it cannot be found out. */
function useIsEmpty(): boolean {
  const config = useConfig();
  const { data: total } = useQuery({
    queryKey: ['documents'],
    staleTime: 30_000,
    retry: false,
    queryFn: ({ signal }) => postTotal(config, 'metadata', ANY, signal),
  });
  return total === 0;
}

/** `children`: the text for an archive that is not empty. */
export function UnlessEmpty({ children }: { readonly children: ReactNode }) {
  if (!useIsEmpty()) return children;
  return (
    <>
      There are no data in this archive yet. <Harvest by="Its operator adds" />{' '}
      <a className="link" href="#/support">
        Contact the operator
      </a>
    </>
  );
}

/** `children`: the panel for an archive that is not empty. */
export function UnlessEmptyArchive({ children }: { readonly children: ReactNode }) {
  return useIsEmpty() ? <EmptyArchive /> : children;
}

/** What an archive without data is, and what its operator does next. */
export function EmptyArchive() {
  const { person } = useSession();
  const operates = person?.roles.includes('operator') ?? false;
  return (
    <EmptyPanel
      title="This archive has no data yet"
      text={
        operates ? (
          <Harvest by="Add" />
        ) : (
          <>
            There is nothing to search or order. <Harvest by="Its operator adds" />
          </>
        )
      }
    >
      {!operates && (
        <a className={buttonClass()} href="#/support">
          Contact the operator
        </a>
      )}
    </EmptyPanel>
  );
}

const Harvest = ({ by }: { readonly by: string }) => (
  <>
    {by} a folder of files with{' '}
    <code className="font-mono whitespace-nowrap">isobar harvest FOLDER</code>. The data appear here
    within seconds.
  </>
);

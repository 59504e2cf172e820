// Shown where nothing is found because the archive is empty: the reason, and what to do.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useConfig } from '../lib/config.ts';
import { postTotal } from '../lib/search-call.ts';

const ANY = { query: { match_all: {} }, size: 0 };

/** `children`: the text for an archive that is not empty. */
export function UnlessEmpty({ children }: { readonly children: ReactNode }) {
  const config = useConfig();
  const { data: total } = useQuery({
    queryKey: ['documents'],
    staleTime: 30_000,
    retry: false,
    queryFn: ({ signal }) => postTotal(config, 'metadata', ANY, signal),
  });
  if (total !== 0) return children;
  return (
    <>
      There are no data in this archive yet. Its operator adds them with{' '}
      <code className="font-mono whitespace-nowrap">isobar harvest</code>; they appear here within
      seconds.{' '}
      <a className="link" href="#/support">
        Contact the operator
      </a>
    </>
  );
}

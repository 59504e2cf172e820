// Where nothing is found because the archive holds nothing at all: what is true, and what to do.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useConfig } from '../lib/config.ts';
import { postTotal } from '../lib/search-call.ts';

const ANY = { query: { match_all: {} }, size: 0 };

/** `children`: what is said of an archive that holds something. */
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
      There are no data in this archive yet. Whoever runs it brings them in with{' '}
      <code className="font-mono whitespace-nowrap">isobar harvest</code>; they stand here within
      seconds.{' '}
      <a className="link" href="#/support">
        Ask them
      </a>
    </>
  );
}

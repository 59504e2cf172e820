// Loads the configuration; until then the page stays quiet, and a failure offers another try.
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { ConfigProvider, loadConfig } from '../lib/config.ts';
import { useFirstLater } from '../lib/first-later.ts';
import type { Router } from '../lib/router/create-router.ts';
import { RouterProvider } from '../lib/router/provider.tsx';
import { FailurePanel } from '../ui/panels.tsx';
import { addressOfNewHost } from './old-address.ts';
import { Shell } from './shell.tsx';

export function Configured({ router }: { readonly router: Router }) {
  const query = useQuery({
    queryKey: ['config'],
    queryFn: loadConfig,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { error, refetch, isFetching } = query;
  const data = useFirstLater(query.data, isThere);
  // Before the effects of a screen whose module came first: it is in the same drawing, and its
  // title is to stay.
  useLayoutEffect(() => {
    if (!data) return;
    const elsewhere = addressOfNewHost(data.oldHosts, location);
    if (elsewhere) location.replace(elsewhere);
    document.title = data.title;
  }, [data]);
  if (data) {
    return (
      <ConfigProvider value={data}>
        <RouterProvider router={router}>
          <Shell />
        </RouterProvider>
      </ConfigProvider>
    );
  }
  if (!error) return <div className="boot" />;
  return (
    <main className="page max-w-4xl py-16">
      <h1 className="title mb-6">The archive cannot be reached</h1>
      <FailurePanel
        what="The site's configuration could not be loaded."
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    </main>
  );
}

const isThere = (config: unknown): boolean => config !== undefined;

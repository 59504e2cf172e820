// Quicklooks: the plots of a datastream on a screen of their own.

import { textOf } from '@isobar/contract/search/reply.ts';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useConfig } from '../../lib/config.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { searchHref } from '../../lib/places.ts';
import { useParams, useRouter, useSearch } from '../../lib/router/provider.tsx';
import { firstPlottedSearch } from '../../lib/search/plan-quicklooks.ts';
import { postSearch } from '../../lib/search-call.ts';
import { UnlessEmptyArchive } from '../../parts/empty-archive.tsx';
import { type PlotsPlace, plotsPath, readDate } from '../../parts/quicklooks/plots-address.ts';
import { plotsUrl } from '../../parts/quicklooks/plots-url.ts';
import { Quicklooks } from '../../parts/quicklooks/quicklooks.tsx';
import { ShareLink } from '../../parts/quicklooks/share-link.tsx';
import { EmptyPanel, FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';

export function QuicklooksScreen() {
  const place = usePlace();
  const router = useRouter();
  usePageTitle(place ? `Quicklooks of ${place.ds}` : 'Quicklooks');
  const go = (next: PlotsPlace): void =>
    void router.navigate({ href: plotsPath('', next), resetScroll: false });
  return (
    <main id="main" tabIndex={-1} className="page py-8 outline-none">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <a href={searchHref()} className="link inline-flex items-center gap-1.5">
          <ArrowLeft size={16} aria-hidden />
          Back to the search
        </a>
        {place && (
          <span className="ml-auto">
            <ShareLink url={plotsUrl(place)} />
          </span>
        )}
      </div>
      <h1 className="title mt-3 mb-4">Quicklooks</h1>
      {place ? <Quicklooks place={place} onPlace={go} /> : <AnyPlots onPlace={go} />}
    </main>
  );
}

/** The plots that the path names, or parameters of the same names. */
function usePlace(): PlotsPlace | null {
  const params = useParams(); // of the three routes of this screen
  const query = useSearch();
  const ds = params.ds ?? query.ds;
  if (!ds) return null;
  return { ds, vn: params.vn ?? query.vn ?? null, date: readDate(query.date) };
}

/** The plots of a recommended datastream, where the address names none. */
function AnyPlots({ onPlace }: { readonly onPlace: (place: PlotsPlace) => void }) {
  const config = useConfig();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['any-plots'],
    queryFn: async ({ signal }): Promise<PlotsPlace | null> => {
      const { hits } = await postSearch(config, 'metadata', firstPlottedSearch(), signal);
      const source = hits.hits[0]?._source;
      if (!source) return null;
      return {
        ds: textOf(source, 'datastream'),
        vn: null, // the main one of its measurements
        date: null,
      };
    },
  });
  if (error) {
    return (
      <FailurePanel
        what="The plots could not be looked up."
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data === undefined) return <Skeleton className="h-[36rem]" />;
  if (!data)
    return (
      <UnlessEmptyArchive>
        <EmptyPanel title="No plots yet" text="No datastream of this archive has plots." />
      </UnlessEmptyArchive>
    );
  return <Quicklooks place={data} onPlace={onPlace} />;
}

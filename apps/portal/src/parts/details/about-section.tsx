// The background of a datastream, as on its page: how it is made, contacts, licence, size, version,
// papers, and its latest plot.

import type { AboutRecord } from '@isobar/contract/calls/record-calls.ts';
import { doiAddress } from '@isobar/contract/doi.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { PlaceDatastream } from '../../lib/search/plan-details.ts';
import { thingPage } from '../../lib/thing-page.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import {
  aboutQuery,
  type Credited,
  extentOf,
  madeFrom,
  papersOf,
  peopleOf,
} from './about-record.ts';
import { Fact } from './product-facts.tsx';

const LatestPlot = lazyPart('The latest plot', () =>
  import('../quicklooks/latest-plot.tsx').then((module) => module.LatestPlot),
);

type AboutProps = {
  readonly stream: PlaceDatastream;
  readonly level: string;
  /** The variable of the plot; null: there is none. */
  readonly variable: string | null;
};

export function AboutSection(props: AboutProps) {
  const { data, error, isFetching, refetch } = useQuery(aboutQuery(props.stream.datastream));
  if (data === null) return null;
  return (
    <section className="mt-6" aria-labelledby="details-about">
      <h3 id="details-about" className="title-2 mb-2">
        About this datastream
      </h3>
      {error && (
        <FailurePanel
          what="The record of the datastream could not be loaded."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && <Skeleton className="h-40" />}
      {data && <Facts {...props} record={data} />}
    </section>
  );
}

function Facts(props: AboutProps & { readonly record: AboutRecord }) {
  const { stream, level, variable, record } = props;
  const [sources, people, papers] = [madeFrom(record), peopleOf(record), papersOf(record)];
  const extent = extentOf(record);
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-4">
      <dl className="grid min-w-0 flex-1 basis-80 grid-cols-[max-content_minmax(0,1fr)] content-start gap-x-5 gap-y-1.5 text-sm">
        {level !== '' && <Fact name="Data level">{level}</Fact>}
        {sources.length > 0 && (
          <Fact name="Made from">
            <span className="flex flex-wrap gap-x-4">
              {sources.map((name) => (
                <a
                  key={name}
                  className="link font-mono text-sm"
                  href={thingPage('datastream', name)}
                >
                  {name}
                </a>
              ))}
            </span>
          </Fact>
        )}
        {people.length > 0 && (
          <Fact name="People">
            <ul className="grid gap-1">
              {people.map((one) => (
                <li key={one.name}>
                  <Person person={one} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {record.rightsList.map(({ rights, rightsUri }) => (
          <Fact key={rightsUri} name="Licence">
            <a className="link" href={rightsUri} target="_blank" rel="license noreferrer">
              {rights}
            </a>
          </Fact>
        ))}
        {extent && <Fact name="Size">{extent}</Fact>}
        {record.version && <Fact name="Version">{record.version}</Fact>}
        {papers.length > 0 && (
          <Fact name="Papers">
            <span className="flex flex-wrap gap-x-4">
              {papers.map((doi) => (
                <a
                  key={doi}
                  className="link inline-block py-0.5 break-all"
                  href={doiAddress(doi)}
                  target="_blank"
                  rel="noreferrer"
                >
                  {doi}
                </a>
              ))}
            </span>
          </Fact>
        )}
        <Fact name="More">
          <a className="link" href={thingPage('datastream', stream.datastream)}>
            All about {stream.datastream}: months, files, versions, documents
          </a>
        </Fact>
      </dl>
      {variable !== null && (
        <Suspense>
          <LatestPlot ds={stream.datastream} vn={variable} until={stream.endDate} />
        </Suspense>
      )}
    </div>
  );
}

const Person = ({ person }: { readonly person: Credited }) => (
  <>
    {person.orcid ? (
      <a
        className="link"
        href={person.orcid}
        target="_blank"
        rel="noreferrer"
        title={`ORCID of ${person.name}`}
      >
        {person.name}
      </a>
    ) : (
      person.name
    )}
    <span className="text-ink-2">
      {' '}
      {person.role.toLowerCase()}
      {person.affiliation && `, ${person.affiliation}`}
    </span>
  </>
);

// One datastream of a product: facility and level to choose, quality over time, and its primary
// measurements.

import {
  compareDataLevels,
  highestLevel,
  isNameDisclaimed,
} from '@isobar/contract/catalogue/data-level.ts';
import type { DqrDate } from '@isobar/contract/catalogue/metadata-document.ts';
import type { QualityRange } from '@isobar/contract/quality/timeline.ts';
import { meaningOf } from '@isobar/contract/search/meaning.ts';
import { useQuery } from '@tanstack/react-query';
import { ChartLine } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { timelineObject } from '../../lib/quality/timeline-object.ts';
import type { MeasuredVariable, Place, PlaceDatastream } from '../../lib/search/plan-details.ts';
import { measurementLookedAt } from '../../lib/search/row-reports.ts';
import { statedDates } from '../../lib/search/stated-dates.ts';
import { thingPage } from '../../lib/thing-page.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton, Spinner } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { ArraySection } from '../arrays/array-section.tsx';
import { cartItems } from '../cart/item-of.ts';
import { CodeButton } from '../code/code-button.tsx';
import { offeredSubject } from '../code/subject.ts';
import { spanHref } from '../day-address.ts';
import { searchedSpan } from '../searched-span.ts';
import { QualityTimeline } from '../timeline/quality-timeline.tsx';
import { reportKey } from '../timeline/report-key.ts';
import { CiteSection } from './cite-section.tsx';
import { MeasurementsTable } from './measurements-table.tsx';
import type { ProductProps } from './product-props.ts';
import { measurementsQuery, reportsQuery } from './record-query.ts';

const AboutSection = lazyPart('The description of the datastream', () =>
  import('./about-section.tsx').then((module) => module.AboutSection),
);

/** Levels without a rigorous review carry this note (part 3 section 5). */
const DISCLAIMER =
  'Note: This datastream has not undergone rigorous review for data quality and may exhibit gaps in continuity which are not apparent in Data Discovery.';

type Props = Pick<ProductProps, 'row' | 'search' | 'open' | 'onChange'> & {
  readonly places: readonly Place[];
  readonly chosen: readonly string[];
};

export function DatastreamSection(props: Props) {
  const { row, places, chosen, open, onChange } = props;
  const offered = places.filter((place) => chosen.includes(place.ffac));
  const [wanted, setWanted] = useState(row.ffac);
  const place =
    offered.find((one) => one.ffac === wanted) ??
    offered[0] ??
    places.find((one) => one.ffac === row.ffac);
  if (!place) return null;
  const streams = place.datastreams.toSorted((a, b) => compareDataLevels(a.dataLevel, b.dataLevel));
  const stream = pick(streams, open.dataLevel ?? row.dataLevel);
  if (!stream) return null;
  return (
    <section className="mt-6" aria-labelledby="details-datastream">
      <h3 id="details-datastream" className="title-2 mb-2">
        Availability and quality
      </h3>
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2">
        {offered.length > 1 && (
          <Select
            label="Facility"
            value={place.ffac}
            choices={offered.map((one) => ({
              value: one.ffac,
              label: `${one.ffac} ${one.facilityName}`,
            }))}
            onChange={setWanted}
          />
        )}
        {streams.some((one) => one.dataLevel !== '') && (
          <Select
            label="Data level"
            value={stream.dataLevel}
            choices={streams.map((one) => ({
              value: one.dataLevel,
              label: `${one.dataLevel} ${one.dataLevelDesc}`.trim(),
            }))}
            onChange={(dataLevel) => onChange({ id: open.id, dataLevel })}
          />
        )}
        <a
          className="link font-mono text-sm"
          href={thingPage('datastream', stream.datastream)}
          title="Citable page: to read, share and cite"
        >
          {stream.datastream}
        </a>
        <span className="text-sm text-ink-2">{statedDates(stream.startDate, stream.endDate)}</span>
        <CodeButton
          className="ml-auto"
          subject={() =>
            offeredSubject(
              cartItems(row, [place], [place.ffac], props.search).map((item) => ({
                ...item,
                requestedDatastream: stream.datastream,
              })),
            )
          }
        />
      </div>
      {isNameDisclaimed(stream.dataLevel) && (
        <p className="mb-3 border-l-2 border-warn pl-3 text-sm">{DISCLAIMER}</p>
      )}
      <Stream key={stream.datastream} {...props} stream={stream} />
      <CiteSection
        streams={[
          stream,
          ...offered
            .filter((one) => one.ffac !== place.ffac)
            .flatMap((one) => pick(one.datastreams, stream.dataLevel) ?? []),
        ]}
      />
    </section>
  );
}

/** The level that was asked for, else the highest. */
function pick(streams: readonly PlaceDatastream[], level: string): PlaceDatastream | undefined {
  const highest = highestLevel(streams.map((one) => one.dataLevel));
  return (
    streams.find((one) => one.dataLevel === level) ??
    streams.find((one) => one.dataLevel === highest)
  );
}

const ALL = 'all';

type StreamOf = Props & { readonly stream: PlaceDatastream };

function Stream(props: StreamOf) {
  const { stream } = props;
  const { measurement, setMeasurement, variables, vn } = useMeasurement(props);
  return (
    <>
      <Quality
        {...props}
        measurement={measurement}
        vn={vn}
        options={
          <Viewing variables={variables.data ?? []} value={measurement} onChange={setMeasurement} />
        }
      />
      <div className="mt-6 mb-2 flex flex-wrap items-baseline gap-x-5">
        <h3 className="title-2">Measurements</h3>
        {stream.startDate !== '' && (
          <a
            className="link inline-flex items-center gap-1.5 text-sm"
            href={spanHref(
              { datastream: stream.datastream, variable: vn },
              searchedSpan(props.search, stream),
            )}
          >
            <ChartLine size={15} aria-hidden />
            Look at the values
          </a>
        )}
      </div>
      {variables.error && (
        <FailurePanel
          what="The measurements could not be loaded."
          why={variables.error.message}
          busy={variables.isFetching}
          onRetry={() => void variables.refetch()}
        />
      )}
      {!variables.error && !variables.data && <Skeleton className="h-32" />}
      {variables.data && <MeasurementsTable variables={variables.data} />}
      {stream.startDate !== '' && <ArraySection datastream={stream.datastream} />}
      <Suspense>
        <AboutSection
          stream={stream}
          level={`${stream.dataLevel} ${stream.dataLevelDesc}`.trim()}
          variable={stream.hasPlots ? vn : null}
        />
      </Suspense>
    </>
  );
}

/**
 * The measurement whose reports are shown, at first that of the search, and the variable that has
 * it.
 */
function useMeasurement({ row, search, stream }: StreamOf) {
  const config = useConfig();
  const variables = useQuery(measurementsQuery(config, stream.datastream));
  const lookedAt = measurementLookedAt(row, search);
  const [wanted, setMeasurement] = useState(
    lookedAt === null ? ALL : `${stream.datastream}_${lookedAt}`,
  );
  // A level may lack the measurement that the search was for.
  const lacks = variables.data && !variables.data.some((one) => one.measurementId === wanted);
  const measurement = lacks ? ALL : wanted;
  const vn =
    variables.data?.find((one) => one.measurementId === measurement)?.varName ?? row.varName;
  return { measurement, setMeasurement, variables, vn };
}

/**
 * The timeline of one measurement or of all; a report that is selected on it goes into the address.
 */
function Quality(
  props: StreamOf & {
    readonly measurement: string;
    readonly vn: string;
    /** Further choices in the options bar. */
    readonly options: ReactNode;
  },
) {
  const { stream, search, open, onChange, measurement, vn } = props;
  const config = useConfig();
  const reports = useQuery(
    reportsQuery(
      config,
      measurement === ALL ? { datastream: stream.datastream } : { measurementId: measurement },
    ),
  );
  const object = useTimelineObject(stream, reports.data, search);
  const select = (range: QualityRange | null): void =>
    onChange({
      id: open.id,
      ...(open.dataLevel ? { dataLevel: open.dataLevel } : {}),
      ...(range ? { report: reportKey(range) } : {}),
    });
  return (
    <>
      {reports.error && (
        <FailurePanel
          what="The quality reports could not be loaded."
          why={reports.error.message}
          busy={reports.isFetching}
          onRetry={() => void reports.refetch()}
        />
      )}
      {!reports.error && !reports.data && (
        <div className="grid h-48 place-items-center">
          <Spinner label="Loading the timeline…" />
        </div>
      )}
      {object && (
        <QualityTimeline
          object={object}
          selected={open.report}
          onSelect={select}
          plots={vn && stream.hasPlots ? { ds: stream.datastream, vn } : null}
          options={props.options}
        />
      )}
    </>
  );
}

/** Null until the reports are known. */
function useTimelineObject(
  stream: PlaceDatastream,
  reports: readonly DqrDate[] | undefined,
  search: Props['search'],
) {
  const { start, end } = meaningOf(search);
  return useMemo(
    () => (reports ? timelineObject(stream, reports, start, end) : null),
    [stream, reports, start, end],
  );
}

/** Chooses whose reports are shown; only where there is a choice. */
function Viewing(props: {
  readonly variables: readonly MeasuredVariable[];
  readonly value: string;
  readonly onChange: (measurementId: string) => void;
}) {
  const named = new Map(
    props.variables.map((one) => [one.measurementId, one.measurementName || one.measurementCode]),
  );
  if (named.size < 2) return null;
  return (
    <Select
      label="Viewing"
      className="[&>select]:max-w-[14rem]"
      value={props.value}
      choices={[
        { value: ALL, label: 'All measurements' },
        ...[...named].map(([value, label]) => ({ value, label })),
      ]}
      onChange={props.onChange}
    />
  );
}

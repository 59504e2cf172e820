// The plots of a datastream: its measurements to choose from, and the month of the chosen one.
import { useQuery } from '@tanstack/react-query';
import { useConfig } from '../../lib/config.ts';
import { classNames } from '../../ui/class-names.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { Skeleton } from '../../ui/progress.tsx';
import { Select } from '../../ui/select.tsx';
import { type MeasuredChoice, mainOf } from './linked.ts';
import { type PlotsPlace, readDate, today } from './plots-address.ts';
import { datastreamQuery, openingQuery, plottedQuery } from './plots-queries.ts';
import { Thumbs } from './thumbs.tsx';

const NO_CHOICES: readonly MeasuredChoice[] = [];

export function Quicklooks(props: {
  readonly place: PlotsPlace;
  readonly onPlace: (place: PlotsPlace) => void;
  /** Level of the headings: below a screen's title, or in a window of their own. */
  readonly heading?: 'h2' | 'h3';
}) {
  const { place, onPlace, heading: Heading = 'h2' } = props;
  const config = useConfig();
  const datastream = useQuery(datastreamQuery(config, place.ds));
  const plotted = useQuery(plottedQuery(config, place.ds));
  const vn = place.vn ?? mainOf(plotted.data ?? [])?.varName ?? null;
  const until = readDate(datastream.data?.end.replaceAll('-', '')) ?? today();
  const opening = useQuery({
    ...openingQuery(config, { ds: place.ds, vn: vn ?? '', until }),
    enabled: place.date === null && vn !== null && datastream.data !== undefined,
  });
  const failed = datastream.error ?? plotted.error;
  if (failed) {
    return (
      <FailurePanel
        what="The measurements of the datastream could not be loaded."
        why={failed.message}
        busy={datastream.isFetching || plotted.isFetching}
        onRetry={() => {
          void datastream.refetch();
          void plotted.refetch();
        }}
      />
    );
  }
  const of = datastream.data;
  const known = of !== undefined && plotted.data !== undefined;
  // If the address names variable and day, their plots are fetched together with the facts of the
  // datastream.
  if (!known && (place.vn === null || place.date === null))
    return <Skeleton className="h-[36rem]" />;
  if (opening.isLoading) return <Skeleton className="h-[36rem]" />;
  const date = place.date ?? opening.data?.dated ?? until;
  const title = [place.ds, of?.site, of?.instrument].filter(Boolean).join(' | ');
  const heading = (
    <Heading className="title-2 mb-4 break-words">Available Measurements for {title}</Heading>
  );
  if (vn === null)
    return (
      <>
        {heading}
        <p role="alert" className="rounded-lg border border-warn/50 bg-warn-soft px-4 py-3">
          {of
            ? `No measurement of datastream ${place.ds} has plots.`
            : `There is no datastream ${place.ds}.`}
        </p>
      </>
    );
  return (
    <>
      {heading}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
        {plotted.data ? (
          <Measurements
            choices={plotted.data.map(({ varName, measurementName }) => ({
              varName,
              measurementName,
            }))}
            vn={vn}
            onChoose={(next) => onPlace({ ds: place.ds, vn: next, date })}
          />
        ) : (
          <Skeleton className="h-9 lg:h-[36rem]" />
        )}
        <Thumbs
          ds={place.ds}
          vn={vn}
          date={date}
          choices={plotted.data ?? NO_CHOICES}
          bounds={
            of ? { first: of.start.replaceAll('-', ''), last: of.end.replaceAll('-', '') } : null
          }
          onDate={(next) => onPlace({ ds: place.ds, vn, date: next })}
        />
      </div>
    </>
  );
}

function Measurements(props: {
  readonly choices: readonly { readonly varName: string; readonly measurementName: string }[];
  readonly vn: string | null;
  readonly onChoose: (vn: string) => void;
}) {
  const { choices, vn, onChoose } = props;
  if (choices.length === 0) return <span />;
  return (
    <>
      <nav aria-label="Measurements" className="hidden lg:block">
        <ul className="max-h-[46rem] overflow-y-auto">
          {choices.map(({ varName, measurementName }) => (
            <li key={varName}>
              <button
                type="button"
                aria-current={varName === vn ? 'true' : undefined}
                className={classNames(
                  'block w-full rounded px-3 py-1.5 text-left hover:bg-surface',
                  varName === vn && 'bg-accent-soft font-strong',
                )}
                onClick={() => onChoose(varName)}
              >
                {measurementName || varName}
                <span className="block font-mono text-xs font-normal text-ink-2"> {varName}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className="lg:hidden">
        <Select
          label="Measurement"
          className="w-full"
          value={vn ?? ''}
          choices={choices.map(({ varName, measurementName }) => ({
            value: varName,
            label: `${measurementName || varName} (${varName})`,
          }))}
          onChange={onChoose}
        />
      </div>
    </>
  );
}

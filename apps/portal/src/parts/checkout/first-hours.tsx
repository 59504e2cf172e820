// The first hours of what is ordered as plot and table, and the edge of a report: which values are
// kept, and which are masked.
import type { LookReply } from '@isobar/contract/calls/look.ts';
import { plural } from '@isobar/contract/count.ts';
import type { Selection } from '@isobar/contract/orders/selection.ts';
import { CODES } from '@isobar/contract/quality/classes.ts';
import { fromBase64 } from '@isobar/contract/quicklooks/base64.ts';
import { tickText } from '@isobar/contract/quicklooks/scale.ts';
import { formatDayTime, parseInstant } from '@isobar/contract/time.ts';
import { useMemo, useState } from 'react';
import { CallError } from '../../lib/call.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { ScrolledTable, TableHead } from '../../ui/table.tsx';
import { AXIS } from '../look/frame.tsx';
import '../look/look.css';
import './first-hours.css';
import { ImagePlot } from '../look/image-plot.tsx';
import { LinePlot } from '../look/line-plot.tsx';
import { LEFT_OUT, type LeftOut } from '../look/lines.ts';
import { useFactList, useWindow } from '../look/look-queries.ts';
import { useMainVariable } from '../look/main-variable.ts';
import { PlotMarks } from '../look/plot-marks.tsx';
import { Patterns } from '../look/report-bands.tsx';
import { valueText } from '../look/value-text.ts';
import type { Window } from '../look/window.ts';
import type { LookOf } from '../look-address.ts';
import { useWidth } from '../quicklooks/use-width.ts';
import { ReportLink } from '../report/report-link.tsx';
import { useSample } from '../sample-query.ts';
import type { Masking } from '../selection/shares.tsx';
import { useTouches } from '../selection/touching.tsx';
import {
  CHOICE_HEIGHT,
  FirstHoursRoom,
  PLOT_HEIGHT,
  PLOT_ROOM,
  TABLE_HEIGHT,
  TableRoom,
} from './first-hours-room.tsx';
import {
  excerptOf,
  type Fate,
  firstEdge,
  firstHours,
  levelsOf,
  type ShownValue,
  valuesOf,
} from './first-values.ts';

interface Props {
  readonly selection: Selection;
  readonly masking: Masking;
  /** Values are put on a time grid after they are masked. */
  readonly isGridded: boolean;
}

export function FirstHours(props: Props) {
  const { datastream, variables, dates } = props.selection;
  const { data: list, error, isFetching, refetch } = useFactList(datastream);
  const [chosen, setChosen] = useState('');
  const offered = [...new Set(list?.variables.map(({ variable }) => variable))].filter(
    (variable) => variables.length === 0 || variables.includes(variable),
  );
  const main = useMainVariable(datastream, offered);
  if (error) {
    if (error instanceof CallError && error.code === 'not-found')
      return <p className="text-ink-2">{NOTHING}</p>;
    return (
      <FailurePanel
        what="The variables could not be loaded."
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (list && offered.length === 0) return <p className="text-ink-2">{NOTHING}</p>;
  const shown = offered.includes(chosen) ? chosen : main;
  if (!list || shown === undefined) return <FirstHoursRoom withChoice />;
  const life = { start: parseInstant(list.start) ?? 0, end: parseInstant(list.end) ?? 0 };
  const first = firstHours(dates, life);
  if (!first) return <p className="text-ink-2">There are no data in the chosen dates.</p>;
  return (
    <Places
      key={`${datastream} ${shown}`}
      {...props}
      of={{ datastream, variable: shown }}
      first={first}
      life={life}
      choice={
        offered.length > 1 && (
          <Select
            quietLabel
            label={`Variable to show of ${datastream}`}
            className="max-w-56"
            value={shown}
            choices={offered.map((value) => ({ value, label: value }))}
            onChange={setChosen}
          />
        )
      }
    />
  );
}

const NOTHING = 'None of these variables can be shown as a plot.';

function Places(
  props: Props & {
    readonly of: LookOf;
    readonly first: Window;
    readonly life: { readonly start: number; readonly end: number };
    readonly choice: React.ReactNode;
  },
) {
  const { selection, masking, of, first, life, choice } = props;
  const { datastream, dates } = selection;
  const { dqrFilter, qcFilter } = masking;
  const touches = useTouches(datastream, dates, [of.variable]);
  const edgeOf = (codes: readonly number[]) =>
    firstEdge(
      (touches ?? []).flatMap(({ report, spans }) => (codes.includes(report.code) ? spans : [])),
      dates,
      life,
    );
  // The edge of what is masked before that of any report, which may cover all of it.
  const edge = edgeOf(dqrFilter.map((one) => CODES[one])) ?? edgeOf(LEFT_OUT.clean.codes);
  const isApart = edge !== null && (edge.from > first.from || edge.to > first.to);
  const [wanted, setWanted] = useState<'hours' | 'edge'>('hours');
  const place = isApart ? wanted : 'hours';
  const out: LeftOut = useMemo(
    () => ({ codes: dqrFilter.map((one) => CODES[one]), checks: qcFilter ? ['bad'] : [] }),
    [dqrFilter, qcFilter],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div
        className="flex flex-wrap items-center gap-x-4 gap-y-2"
        style={{ minHeight: CHOICE_HEIGHT }}
      >
        {choice || <span className="font-mono text-sm">{of.variable}</span>}
        {isApart && (
          <Segmented
            small
            label={`Part of ${datastream} to show`}
            value={place}
            onChange={setWanted}
            segments={[
              { value: 'hours', label: 'First hours' },
              { value: 'edge', label: 'Edge of a report' },
            ]}
          />
        )}
      </div>
      <Shown of={of} window={place === 'edge' && edge ? edge : first} out={out} />
      {props.isGridded && (
        <p className="text-sm text-ink-2">
          These are the archive’s own times; the order averages the kept values on its time grid.
        </p>
      )}
    </div>
  );
}

const COLUMNS = 600;

function Shown(props: { readonly of: LookOf; readonly window: Window; readonly out: LeftOut }) {
  const { of, window } = props;
  const query = useWindow(of, { ...window, columns: COLUMNS });
  const { data: reply, error, isFetching, isPlaceholderData, refetch } = query;
  if (error)
    return (
      <FailurePanel
        what={`${of.variable} could not be read.`}
        why={error.message}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!reply || isPlaceholderData) return <FirstHoursRoom />;
  if (!reply.shown) {
    const times = `${formatDayTime(window.from)} and ${formatDayTime(window.to)} UTC`;
    return (
      <p className="text-ink-2">
        {reply.limited.length > 0
          ? 'Access to these data is limited, so their values are not shown before the order is approved.'
          : `${of.variable} has no samples between ${times}.`}
      </p>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 md:grid-cols-2">
      <Plot {...props} reply={reply} />
      <Values {...props} reply={reply} />
    </div>
  );
}

interface Read {
  readonly of: LookOf;
  readonly window: Window;
  readonly out: LeftOut;
  readonly reply: LookReply;
}

function Plot({ of, window, out, reply }: Read) {
  const [frame, full] = useWidth<HTMLDivElement>(420);
  const width = Math.max(120, full - AXIS);
  const label = `${reply.longName || of.variable} of ${of.datastream}${reply.units ? ` in ${reply.units}` : ''}; the table has the values`;
  const drawn = { reply, window, width, label, height: PLOT_HEIGHT, cursor: null, leftOut: out };
  return (
    <div ref={frame} className="min-w-0" style={{ minHeight: PLOT_ROOM }}>
      <Patterns />
      {reply.shown?.kind === 'image' ? (
        <ImagePlot {...drawn} image={reply.shown} level={null} />
      ) : (
        <LinePlot {...drawn} colour="var(--accent)" />
      )}
      <div
        className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2"
        style={{ paddingLeft: AXIS }}
      >
        <PlotMarks reply={reply} leftOut={out} word="Masked" />
      </div>
    </div>
  );
}

function Values({ of, window, out, reply }: Read) {
  const image = reply.shown?.kind === 'image' ? reply.shown : null;
  const time = useMemo(() => {
    if (!image) return null;
    const cells = fromBase64(image.cells, image.width * image.height);
    const column = firstColumn(cells, image.width);
    return image.launches[0] ?? image.from + (column + 0.5) * image.step;
  }, [image]);
  const profile = useSample(of, time, window.to - window.from);
  const all = useMemo(
    () => (image ? (profile.data ? levelsOf(reply, profile.data, out) : []) : valuesOf(reply, out)),
    [image, reply, profile.data, out],
  );
  const axis = profile.data?.sample?.profile?.axis;
  const isMean = reply.shown?.kind === 'columns';
  const units = reply.units === '' ? '' : `, ${reply.units}`;
  const heads = image
    ? [`${axis?.name || 'Level'}${axis?.units ? `, ${axis.units}` : ''}`, `Value${units}`]
    : ['Time, UTC', `${isMean ? 'Mean' : 'Value'}${units}`];
  if (image && !profile.data) {
    if (profile.error)
      return (
        <FailurePanel
          what="The first profile could not be read."
          why={profile.error.message}
          busy={profile.isFetching}
          onRetry={() => void profile.refetch()}
        />
      );
    return <TableRoom />;
  }
  const isToTheMinute = all.every(({ at }) => at % 60 === 0);
  const placeOf = (at: number): string =>
    image ? tickText(at) : formatDayTime(at).slice(0, isToTheMinute ? -':00'.length : undefined);
  return (
    <div className="min-w-0" style={{ minHeight: TABLE_HEIGHT }}>
      <ScrolledTable
        label={`Some values of ${of.variable}`}
        className="first-values relative overflow-x-auto"
      >
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">
            {image && time !== null
              ? `First profile of ${of.variable}, ${formatDayTime(time)} UTC`
              : `Values of ${of.variable}`}
            , and what your files have of them
          </caption>
          <TableHead
            className="border-b border-rule text-left text-ink-2"
            cell="py-1 pr-3 font-normal last:pr-0"
            heads={[...heads, 'In your files']}
          />
          <tbody>
            {excerptOf(all).map((row, n, rows) =>
              typeof row === 'number' ? (
                <tr key={`hidden after ${timeOf(rows[n - 1])}`} className="border-b border-rule">
                  <td colSpan={3} className="py-1 text-ink-2">
                    {plural(row, image ? 'level' : 'row')} not shown
                  </td>
                </tr>
              ) : (
                <Row key={row.at} row={row} at={placeOf(row.at)} />
              ),
            )}
          </tbody>
        </table>
      </ScrolledTable>
    </div>
  );
}

const timeOf = (row: ShownValue | number | undefined): number =>
  typeof row === 'object' ? row.at : Number.NaN;

const firstColumn = (cells: Uint8Array, width: number): number => {
  let first = width;
  for (const [at, cell] of cells.entries()) if (cell > 0) first = Math.min(first, at % width);
  return first === width ? 0 : first;
};

const FATES: Readonly<Record<Fate, string>> = {
  kept: 'kept',
  masked: 'masked',
  partly: 'masked in part',
  missing: 'no value',
  unknown: 'not known',
};

function Row({ row, at }: { readonly row: ShownValue; readonly at: string }) {
  const isOut = row.fate === 'masked' || row.fate === 'partly';
  const [first, ...more] = row.reports;
  return (
    <tr className="border-b border-rule">
      <td className="py-1 pr-3">{at}</td>
      <td className="pr-3">{row.value === null ? '–' : valueText(row.value)}</td>
      <td className={isOut ? 'text-danger' : ''}>
        {FATES[row.fate]}
        {first && (
          <>
            {', '}
            <span className="first-values-why">{first.name}: </span>
            <ReportLink id={first.id} />
          </>
        )}
        {more.length > 0 && (
          <abbr title={more.map(({ id, name }) => `${name}: ${id}`).join(', ')}>
            {' '}
            +{more.length}
          </abbr>
        )}
      </td>
    </tr>
  );
}

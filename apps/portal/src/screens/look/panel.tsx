// One variable of the screen: its heading, its plot or table, and what is to be known about it.
import type { LookReply, SampleReply } from '@isobar/contract/calls/look.ts';
import { formatCount, plural } from '@isobar/contract/count.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallError } from '../../lib/call.ts';
import { AXIS } from '../../parts/look/frame.tsx';
import { ImagePlot } from '../../parts/look/image-plot.tsx';
import { LinePlot } from '../../parts/look/line-plot.tsx';
import { LEFT_OUT, linesOf } from '../../parts/look/lines.ts';
import { stillRead } from '../../parts/look/still-read.ts';
import type { Window } from '../../parts/look/window.ts';
import type { Law, LookOf } from '../../parts/look-address.ts';
import { FailurePanel } from '../../ui/panels.tsx';
import { ValuesTable } from './values-table.tsx';

export function Panel(props: {
  readonly of: LookOf;
  readonly query: UseQueryResult<LookReply>;
  readonly law: Law;
  readonly window: Window;
  readonly width: number;
  readonly height: number;
  readonly cursor: number | null;
  readonly level: number | null;
  readonly isTable: boolean;
  readonly sample: SampleReply | undefined;
  readonly colour: string;
  readonly isFirst: boolean;
  readonly actions?: ReactNode;
}) {
  const { of, query, law, window, width, height, cursor, level, isTable, sample, colour } = props;
  const { data: reply, error, isFetching, refetch } = query;
  const leftOut = LEFT_OUT[law];
  return (
    <section aria-label={`${of.variable} of ${of.datastream}`} className="mt-4">
      <div className="mb-1.5 flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <h2 className="font-strong">
          {!props.isFirst && reply?.longName ? `${reply.longName}, ` : ''}
          <span className="font-mono text-within">{of.variable}</span>
        </h2>
        {!props.isFirst && <span className="font-mono text-sm text-ink-2">{of.datastream}</span>}
        <span className="text-sm text-ink-2" aria-live="polite">
          {reply && summaryOf(reply, law, window)}
        </span>
        <span className="ml-auto text-sm">{props.actions}</span>
      </div>
      {error && !reply ? (
        <FailurePanel
          what={`${of.variable} could not be read.`}
          why={error instanceof CallError ? error.message : ''}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : !reply ? (
        <div style={{ paddingLeft: AXIS, height: height + 22 }} role="status" aria-label="Reading">
          <span className="skeleton block" style={{ height }} aria-hidden />
        </div>
      ) : isTable ? (
        <ValuesTable {...{ reply, law, window, sample }} />
      ) : reply.shown?.kind === 'image' ? (
        <ImagePlot
          {...{ reply, leftOut, window, width, height, cursor, level }}
          image={reply.shown}
          label={labelOf(reply, of)}
        />
      ) : (
        <LinePlot
          {...{ reply, leftOut, window, width, height, cursor, colour }}
          label={labelOf(reply, of)}
        />
      )}
      {reply && <Notes reply={reply} law={law} />}
    </section>
  );
}

const labelOf = ({ longName, units }: LookReply, of: LookOf): string =>
  `${longName || of.variable} of ${of.datastream}${units ? ` in ${units}` : ''}; the switch 'Table' shows the values`;

function summaryOf(reply: LookReply, law: Law, window: Window): string {
  const { shown, units, every, thinned } = reply;
  const unit = units === '' ? [] : [units];
  if (!shown) return [...unit, 'no data here'].join('; ');
  if (shown.kind === 'image') {
    const launches = shown.launches.filter((time) => time >= window.from && time < window.to);
    const what = shown.launches.length > 0 ? [plural(launches.length, 'launch', 'launches')] : [];
    const some = thinned > 1 ? [`one of ${formatCount(thinned)} profiles`] : [];
    return [...unit, ...what, ...some].join('; ');
  }
  const { kept, left } = linesOf(reply, LEFT_OUT[law]);
  const inside = (points: typeof kept): number =>
    points
      .filter(({ time }) => time >= window.from && time < window.to)
      .reduce((sum, { n }) => sum + n, 0);
  const isFar = shown.kind === 'columns' && shown.source === 'facts';
  const pace = isFar ? ['means of hours'] : every === null ? [] : [`every ${paceText(every)}`];
  const counts = [`${plural(inside(kept), 'sample')}`, `${formatCount(inside(left))} left out`];
  return [...unit, ...pace, counts.join(', ')].join('; ');
}

function paceText(seconds: number): string {
  if (seconds < 90) return `${formatCount(Number(seconds.toPrecision(3)))} s`;
  if (seconds < 5400) return `${formatCount(Number((seconds / 60).toPrecision(3)))} min`;
  return `${formatCount(Number((seconds / 3600).toPrecision(3)))} h`;
}

/** What is not shown, and why. */
function Notes({ reply, law }: { readonly reply: LookReply; readonly law: Law }) {
  const { shown, leftOut, computing, limited } = reply;
  const isFar = shown?.kind === 'columns' && shown.source === 'facts';
  const unread = stillRead(computing);
  const notes = [
    ...(unread === null ? [] : [unread]),
    ...leftOut.map(({ reason, files }) => `Left out: ${plural(files, 'file')} ${reason}.`),
    ...(isFar && law !== 'clean'
      ? [
          'At this scale, hourly means are shown, without Bad values but with doubtful ones. Zoom in to apply the choice to each sample.',
        ]
      : []),
    ...(isFar && reply.dimensions === 2
      ? [
          'At this scale, the mean and the largest value of each column are shown. Zoom in to see its levels.',
        ]
      : []),
    ...(limited.length > 0
      ? [
          'Access to part of this time is limited, so its values are not shown here. You can order them; the order is reviewed.',
        ]
      : []),
  ];
  return notes.map((note) => (
    <p key={note} className="mt-1 text-sm text-ink-2" style={{ paddingLeft: AXIS }}>
      {note}
    </p>
  ));
}

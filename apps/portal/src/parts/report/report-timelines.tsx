// The time span of a report among those of its datastreams: all reports of each, this one framed.

import type { ReportReply } from '@isobar/contract/calls/quality.ts';
import { plural } from '@isobar/contract/count.ts';
import { type QualityRange, qualityRanges, type Span } from '@isobar/contract/quality/timeline.ts';
import { parseInstant } from '@isobar/contract/time.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { dqrSearch, readDqrs } from '../../lib/search/plan-details.ts';
import { postSearch } from '../../lib/search-call.ts';
import { Button } from '../../ui/button.tsx';
import { Timeline, TimelineAxis, TimelineDefs } from '../timeline/timeline.tsx';
import { TimelineViewProvider } from '../timeline/view.tsx';
import { rangesOf } from './report-words.ts';

/** Timelines that are shown at first; a report may touch dozens of datastreams. */
const FIRST = 3;

export function ReportTimelines({ report }: { readonly report: ReportReply }) {
  const [all, setAll] = useState(false);
  const { about } = report;
  const full = useMemo(() => spanOf(report), [report]);
  if (about.length === 0 || full === null) return null;
  const shown = all ? about : about.slice(0, FIRST);
  return (
    <div className="report-timelines mt-3">
      <TimelineDefs />
      <TimelineViewProvider key={report.dqrid} full={full}>
        <TimelineAxis most={8} />
        {shown.map((one) => (
          <OneTimeline key={one.datastream} report={report} datastream={one} full={full} />
        ))}
      </TimelineViewProvider>
      {about.length > FIRST && (
        <Button
          look="quiet"
          small
          className="no-print -ml-2"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all
            ? 'Fewer timelines'
            : `Timelines of ${plural(about.length - FIRST, 'more datastream')}`}
        </Button>
      )}
    </div>
  );
}

function OneTimeline(props: {
  readonly report: ReportReply;
  readonly datastream: ReportReply['about'][number];
  readonly full: Span;
}) {
  const { report, datastream, full } = props;
  const data = useMemo((): Span => dataSpan(datastream), [datastream]);
  const own = useMemo(
    () => rangesOf(report, datastream.datastream, data[1]),
    [report, datastream, data],
  );
  const others = useReports(datastream.datastream);
  return (
    <figure className="mb-2">
      <div className="relative">
        <Timeline data={data} ranges={others ?? own} ticks={8} />
        {own.map((range) => (
          <Frame key={`${range.start} ${range.end} ${range.code}`} range={range} full={full} />
        ))}
      </div>
      <figcaption className="text-sm text-ink-2">
        All reports of <span className="font-mono">{datastream.datastream}</span>; this one is
        framed.
      </figcaption>
    </figure>
  );
}

function Frame({ range, full }: { readonly range: QualityRange; readonly full: Span }) {
  const length = full[1] - full[0];
  const left = Math.max(0, ((range.start - full[0]) / length) * 100);
  const right = Math.min(100, ((range.end - full[0]) / length) * 100);
  if (right < 0 || left > 100) return null;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute -inset-y-0.5 rounded-[3px] border-2 border-ink"
      style={{ left: `calc(${left}% - 3px)`, width: `calc(${right - left}% + 6px)` }}
    />
  );
}

/** A failure only leaves the other reports out. */
function useReports(datastream: string): readonly QualityRange[] | undefined {
  const config = useConfig();
  const { data } = useQuery({
    queryKey: ['dqr-dates', datastream, ''],
    staleTime: 10 * 60_000,
    queryFn: async ({ signal }) => {
      const of = { datastream };
      const reply = await postSearch(config, 'metadata', dqrSearch(of), signal);
      return qualityRanges(readDqrs(reply, of) ?? []);
    },
  });
  return data;
}

const dataSpan = ({ start, end }: ReportReply['about'][number]): Span => [
  (parseInstant(start) ?? 0) / 3600,
  (parseInstant(end) ?? 0) / 3600,
];

/**
 * All data of all datastreams, and the report itself where it reaches beyond; null: nothing to
 * draw.
 */
function spanOf(report: ReportReply): Span | null {
  const spans = report.about.flatMap((one) => {
    const data = dataSpan(one);
    return [
      data,
      ...rangesOf(report, one.datastream, data[1]).map(({ start, end }) => [start, end] as const),
    ];
  });
  if (spans.length === 0) return null;
  const start = Math.min(...spans.map(([from]) => from));
  const end = Math.max(...spans.map(([, to]) => to));
  const margin = Math.max(24, (end - start) * 0.02);
  return [start - margin, Math.max(end, start + 72) + margin];
}

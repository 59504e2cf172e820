// What quality reports say about the data of an order: one line for its card, and every report for
// tracking and the order's page.

import { plural } from '@isobar/contract/count.ts';
import {
  type DataQuality,
  dataQualitySummary,
  estimateNote,
  hasReports,
  reportText,
  whollyTexts,
} from '@isobar/contract/quality/data-quality.ts';
import { isReport } from '@isobar/contract/quality/report.ts';
import { TriangleAlert } from 'lucide-react';
import { ClassMark } from '../report/class-mark.tsx';
import { ReportLink } from '../report/report-link.tsx';

/** Nothing where it is not known: no delivery yet, or one of an earlier version. */
export function QualityLine({ quality }: { readonly quality: readonly DataQuality[] | null }) {
  if (quality === null) return null;
  const isTouched = hasReports(quality);
  return (
    <p className="flex gap-2">
      {isTouched && <TriangleAlert size={16} aria-hidden className="mt-1 shrink-0 text-warn" />}
      <span className={isTouched ? '' : 'text-ink-2'}>{dataQualitySummary(quality)}</span>
    </p>
  );
}

/** `quality`: as for `QualityLine`. */
export function QualitySection(props: {
  readonly orderId: number;
  readonly quality: readonly DataQuality[] | null;
  /** That of the headings around it, plus one. */
  readonly level: 2 | 4;
}) {
  const { orderId, quality, level } = props;
  const Heading = `h${level}` as const;
  if (quality === null) return null;
  const note = estimateNote(quality);
  return (
    <section aria-labelledby={`quality-of-${orderId}`} className="grid gap-2">
      <Heading id={`quality-of-${orderId}`} className="font-strong">
        Data quality
      </Heading>
      <QualityLine quality={quality} />
      {note && <p className="text-sm text-ink-2">{note}</p>}
      {quality
        .filter(({ reports }) => reports.length > 0)
        .map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a datastream may occur in an order twice
          <OfDatastream key={`${one.datastream} ${at}`} quality={one} />
        ))}
    </section>
  );
}

function OfDatastream({ quality }: { readonly quality: DataQuality }) {
  const { datastream, reports, wholly, more } = quality;
  return (
    <div className="min-w-0">
      <p className="font-mono text-sm break-all">{datastream}</p>
      {whollyTexts(wholly).map((text) => (
        <p key={text} className="[overflow-wrap:anywhere]">
          {text}
        </p>
      ))}
      <ul className="mt-1 grid gap-1.5">
        {reports.map((report) => (
          <li key={`${report.code} ${report.id}`} className="flex gap-2.5 text-sm">
            <ClassMark code={report.code} />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {isReport(report.id) ? <ReportLink id={report.id} /> : report.id} {report.subject}
              <span className="block text-ink-2">{reportText(report)}</span>
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-ink-2">and {plural(more, 'more report')}</p>}
    </div>
  );
}

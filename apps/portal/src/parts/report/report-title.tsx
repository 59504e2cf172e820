// The id and the subject of a report, as the heading of its page or of its dialog.
import type { ReportReply } from '@isobar/contract/calls/quality.ts';

export function ReportTitle(props: {
  readonly report: Pick<ReportReply, 'dqrid' | 'subjectTitle'>;
  readonly page: boolean;
}) {
  const { report, page } = props;
  const words = (
    <>
      <span className="mr-3 font-mono text-within max-sm:block">{report.dqrid}</span>
      {report.subjectTitle}
    </>
  );
  if (!page) return <h3 className="mb-1 font-serif text-xl break-words">{words}</h3>;
  return (
    <h1 className="title mb-1.5 break-words">
      <span className="caps mb-1 block font-sans">DQR Information</span>
      {words}
    </h1>
  );
}

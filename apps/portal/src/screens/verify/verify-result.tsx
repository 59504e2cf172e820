// What came of comparing a user's files with the archive: the sentence, files that are no longer as
// they were, and reports.
import type { HeldAnswer } from '@isobar/contract/calls/verify-calls.ts';
import { plural } from '@isobar/contract/count.ts';
import type { Held } from '@isobar/contract/orders/held-files.ts';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { DifferenceFold } from '../../parts/changes/difference-fold.tsx';
import { Button } from '../../ui/button.tsx';

type Answered = HeldAnswer['files'][number];

const STATES: Readonly<Record<Answered['state'], string>> = {
  same: 'Unchanged',
  replaced: 'Replaced',
  'perhaps-replaced': 'Perhaps replaced',
  withdrawn: 'Withdrawn',
  present: 'Not compared',
  unknown: 'Unknown to this archive',
};

export function VerifyResult({
  answer,
  held,
}: {
  readonly answer: HeldAnswer;
  readonly held: Held;
}) {
  const { counts, files, reports } = answer;
  const changed = counts.replaced + counts.perhapsReplaced + counts.withdrawn;
  const isCalm = changed + reports.length === 0 && counts.same > 0;
  const listed = [
    ...files.filter((one) => one.state !== 'same' && one.state !== 'present'),
    ...files.filter((one) => one.state === 'present'),
  ];
  return (
    <section aria-labelledby="verify-result" className="grid gap-4">
      <h2 id="verify-result" className="title-2 flex items-start gap-2">
        {isCalm ? (
          <CircleCheck size={22} aria-hidden className="mt-1 shrink-0 text-good" />
        ) : (
          <CircleAlert size={22} aria-hidden className="mt-1 shrink-0 text-warn" />
        )}
        {headline(answer)}
      </h2>
      <p className="text-ink-2">
        Read as {held.what === 'list' ? 'a list of names' : `a ${held.what}`}:{' '}
        {plural(files.length, 'file')}
        {held.data.length > 0 && `, ${plural(held.data.length, 'datastream')} with dates`}
        {held.leftOut > 0 &&
          `; ${plural(held.leftOut, 'file')} beyond what one call takes are left out`}
        . {counts.same > 0 && `${counts.same} have the same bytes as the archive. `}
        {counts.present > 0 &&
          `${counts.present} are in the archive, and without a checksum it cannot be known whether they are as yours. `}
        {counts.unknown > 0 && `${counts.unknown} are not known here.`}
      </p>
      {listed.length > 0 && <Files files={listed} />}
      {reports.length > 0 && <Reports reports={reports} />}
    </section>
  );
}

function headline({ counts, reports }: HeldAnswer): string {
  const parts = [
    ...(counts.replaced > 0 ? [`${plural(counts.replaced, 'file')} replaced`] : []),
    ...(counts.perhapsReplaced > 0
      ? [`${plural(counts.perhapsReplaced, 'file')} perhaps replaced`]
      : []),
    ...(counts.withdrawn > 0 ? [`${plural(counts.withdrawn, 'file')} withdrawn`] : []),
    ...(reports.length > 0 ? [`${plural(reports.length, 'quality report')} on these data`] : []),
  ];
  return parts.length > 0
    ? `${parts.join(', ')}.`
    : counts.same > 0
      ? 'No known changes.'
      : 'No file could be compared.';
}

const AT_FIRST = 30;

function Files({ files }: { readonly files: readonly Answered[] }) {
  const [most, setMost] = useState(AT_FIRST);
  return (
    <div className="grid gap-1.5">
      <h3 className="font-strong">Files</h3>
      <ul>
        {files.slice(0, most).map((one) => (
          <li key={one.name} className="border-b border-rule py-2">
            <span className="font-strong">{STATES[one.state]}</span>{' '}
            <span className="font-mono text-sm break-all">{one.name}</span>
            <span className="block text-sm text-ink-2">{detail(one)}</span>
            {one.comparable && one.datastream && (
              <DifferenceFold datastream={one.datastream} file={one.source ?? one.name} />
            )}
          </li>
        ))}
      </ul>
      {files.length > most && (
        <Button small className="justify-self-start" onClick={() => setMost(most * 5)}>
          Show more of {plural(files.length, 'file')}
        </Button>
      )}
    </div>
  );
}

function detail({ state, source, now, noticed }: Answered): string {
  return [
    ...(source ? [`Made of ${source}.`] : []),
    ...(state === 'perhaps-replaced' && noticed
      ? [
          `The archive noticed another version on ${noticed}; give the day you got the data, or its checksum.`,
        ]
      : noticed
        ? [`Detected ${noticed}.`]
        : []),
    ...(state === 'withdrawn' && now.length > 0
      ? [`These times are now in ${now.map(({ file }) => file).join(', ')}.`]
      : []),
  ].join(' ');
}

function Reports({ reports }: Pick<HeldAnswer, 'reports'>) {
  return (
    <div className="grid gap-1.5">
      <h3 className="font-strong">Quality reports</h3>
      <ul>
        {reports.map((one) => (
          <li key={JSON.stringify(one)} className="border-b border-rule py-2">
            <a className="link" href={`#/report/${encodeURIComponent(one.report)}`}>
              {one.report}
            </a>{' '}
            <span className="font-strong">{one.className}</span>
            {one.subject && <span>: {one.subject}</span>}
            <span className="block text-sm text-ink-2">
              <span className="font-mono">{one.datastream}</span>,{' '}
              {one.variables.length === 0 ? 'all variables' : one.variables.join(', ')},{' '}
              {one.start.slice(0, 16).replace('T', ' ')} to{' '}
              {one.end ? one.end.slice(0, 16).replace('T', ' ') : 'now'} UTC
              {one.files > 0 && `: ${plural(one.files, 'file')} of yours`}
              {one.published && `. Published ${one.published}`}.
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

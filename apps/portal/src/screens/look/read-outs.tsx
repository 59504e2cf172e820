// What the files have at the cursor: time, values, checks and reports; and the state of the data
// that are shown.
import type { LookReply, SampleReply } from '@isobar/contract/calls/look.ts';
import { classNameOf } from '@isobar/contract/quality/classes.ts';
import { tickText } from '@isobar/contract/quicklooks/scale.ts';
import { formatDayTime } from '@isobar/contract/time.ts';
import type { ReactNode } from 'react';
import { CHECK_WORDS, valueText } from '../../parts/look/value-text.ts';
import { ReportLink } from '../../parts/report/report-link.tsx';

export interface ReadOut {
  readonly name: string;
  readonly reply: LookReply | undefined;
  readonly sample: SampleReply | undefined;
  /** Height that the cursor points at; null: the lowest. */
  readonly level: number | null;
}

export function ReadOuts(props: {
  readonly cursor: number | null;
  readonly outs: readonly ReadOut[];
  readonly state: ReactNode;
}) {
  const { cursor, outs, state } = props;
  const first = outs[0];
  const time = first?.sample?.sample?.time ?? cursor;
  return (
    <dl className="mt-5 flex min-h-[4.6rem] flex-wrap gap-x-9 gap-y-3 border-y border-rule py-3 text-sm">
      <Item term="At (UTC)">
        <span className="font-mono tabular-nums" data-testid="look-at">
          {cursor === null || time === null ? '–' : formatDayTime(time)}
        </span>
      </Item>
      {outs.map((out) => (
        <Values key={out.name} out={out} isShown={cursor !== null} />
      ))}
      {first?.reply && <Reports reply={first.reply} time={cursor === null ? null : time} />}
      <div className="ml-auto text-right max-sm:ml-0 max-sm:text-left">{state}</div>
    </dl>
  );
}

function Item({ term, children }: { readonly term: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-2">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Values({ out, isShown }: { readonly out: ReadOut; readonly isShown: boolean }) {
  const { name, reply, sample, level } = out;
  const found = isShown ? sample?.sample : null;
  const units = sample?.units ?? reply?.units ?? '';
  const profile = found?.profile;
  const at = profile ? levelAt(profile.at, level) : -1;
  const value = profile ? (profile.values[at] ?? null) : (found?.value ?? null);
  const check = profile ? (profile.checks[at] ?? 'missing') : found?.check;
  const height = profile?.at[at];
  return (
    <>
      <Item
        term={
          <>
            <span className="font-mono">{name}</span>
            {height !== undefined && ` at ${tickText(height)} ${profile?.axis.units ?? ''}`}
          </>
        }
      >
        <strong className="font-strong tabular-nums" data-testid="look-value">
          {found ? valueText(value) : '–'}
        </strong>
        {found && value !== null && ` ${units}`}
      </Item>
      <Item term="QC check">{check && found ? CHECK_WORDS[check] : '–'}</Item>
    </>
  );
}

/** The level that is nearest to a height; the first that is there without one. */
function levelAt(at: readonly number[], level: number | null): number {
  if (level === null) return 0;
  let found = 0;
  for (const [n, height] of at.entries())
    if (Math.abs(height - level) < Math.abs((at[found] ?? 0) - level)) found = n;
  return found;
}

function Reports({ reply, time }: { readonly reply: LookReply; readonly time: number | null }) {
  const { reports } = reply;
  if (reports === null) return <Item term="Report">unknown</Item>;
  const here =
    time === null ? [] : reports.filter(({ start, end }) => start <= time && time < end + 1);
  return (
    <Item term="Report">
      {here.length === 0
        ? '–'
        : here.slice(0, 3).map(({ id, code }) => (
            <span key={`${id} ${code}`} className="mr-3 whitespace-nowrap">
              <ReportLink id={id} /> {classNameOf(code).toLowerCase()}
            </span>
          ))}
    </Item>
  );
}

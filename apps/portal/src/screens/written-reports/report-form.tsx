// The form of a draft: words, class, spans, datastreams, variables, with each problem at its field and a preview beside.
import type { WrittenReport } from '@isobar/contract/calls/quality.ts';
import {
  DRAFT_LIMITS,
  draftProblems,
  EMPTY_DRAFT,
  type ReportDraft,
} from '@isobar/contract/quality/draft.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useConfig } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.tsx';
import { DraftField, type Problems, problemAt } from './draft-field.tsx';
import { ListField } from './list-field.tsx';
import { ReportPreview } from './report-preview.tsx';
import { SpanFields } from './span-fields.tsx';
import { previewQuery, type ReportAction, useChange } from './written-calls.ts';

const FORMATS = [
  { value: 'markdown', label: 'Markdown' },
  { value: 'html', label: 'HTML' },
] as const;

export function ReportForm({ report }: { readonly report: WrittenReport }) {
  const [draft, setDraft] = useState(report.draft);
  const [asked, setAsked] = useState(false);
  const settled = useSettled(draft);
  const config = useConfig();
  const preview = useQuery(previewQuery(config, report.dqrid, settled));
  const change = useChange(report.dqrid);
  const problems: Problems = asked
    ? [...draftProblems(draft), ...(preview.data?.problems ?? [])]
    : [];
  const set = (part: Partial<ReportDraft>): void => setDraft({ ...draft, ...part });
  const save = async (): Promise<number> =>
    (await change.mutateAsync({ draft, revision: report.revision })).revision;
  const act = async (action: ReportAction, done: string): Promise<void> => {
    try {
      const revision = action === 'discard' ? report.revision : await save();
      await change.mutateAsync({ action, note: '', revision });
      toast({ title: `${report.dqrid} ${done}` });
    } catch {
      setAsked(true); // the reason stands below the buttons
    }
  };
  const keep = (): void =>
    void save().then(
      () => toast({ title: `${report.dqrid} is kept as a draft` }),
      () => setAsked(true),
    );
  return (
    <div className="mt-4 grid items-start gap-x-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <form className="grid min-w-0 gap-4" onSubmit={(event) => event.preventDefault()}>
        <DraftField label="Subject" problem={problemAt(problems, 'subject')}>
          {(field) => (
            <input
              {...field}
              className="field w-full"
              maxLength={DRAFT_LIMITS.subject}
              value={draft.subject}
              onChange={(event) => set({ subject: event.target.value })}
            />
          )}
        </DraftField>
        <div>
          <Segmented
            label="Description is written as"
            segments={FORMATS}
            value={draft.format}
            onChange={(format) => set({ format })}
          />
        </div>
        <DraftField label="Description" problem={problemAt(problems, 'description')}>
          {(field) => (
            <textarea
              {...field}
              rows={9}
              className="field block w-full py-2 font-mono text-sm"
              maxLength={DRAFT_LIMITS.description}
              value={draft.description}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </DraftField>
        <DraftField label="Suggestions for those who use the data">
          {(field) => (
            <textarea
              {...field}
              rows={3}
              className="field block w-full py-2"
              maxLength={DRAFT_LIMITS.suggestions}
              value={draft.suggestions}
              onChange={(event) => set({ suggestions: event.target.value })}
            />
          )}
        </DraftField>
        {draft.spans.map((span, at) => (
          <SpanFields
            // biome-ignore lint/suspicious/noArrayIndexKey: spans have no key of their own, and stay in order
            key={at}
            number={at + 1}
            span={span}
            problems={problems.filter(({ path }) => path.startsWith(`spans.${at}.`))}
            onChange={(next) => set({ spans: draft.spans.with(at, next) })}
            onRemove={
              draft.spans.length > 1 ? () => set({ spans: draft.spans.toSpliced(at, 1) }) : null
            }
          />
        ))}
        <div>
          <Button
            small
            disabled={draft.spans.length >= DRAFT_LIMITS.spans}
            onClick={() => set({ spans: [...draft.spans, ...EMPTY_DRAFT.spans] })}
          >
            <Plus size={14} aria-hidden />
            Another time span or class
          </Button>
        </div>
        <ListField
          label="Supersedes"
          hint="Ids of reports that this one replaces, by commas"
          value={draft.supersedes}
          problem={problemAt(problems, 'supersedes')}
          onChange={(supersedes) => set({ supersedes: [...supersedes] })}
        />
        {report.version > 0 && (
          <DraftField
            label="Withdraw the report"
            hint="Say why, and the report is taken back when a second person agrees; else leave it empty"
          >
            {(field) => (
              <input
                {...field}
                className="field w-full"
                value={draft.withdraw}
                onChange={(event) => set({ withdraw: event.target.value })}
              />
            )}
          </DraftField>
        )}
        <div
          data-keep-clear
          className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-rule bg-paper px-1 py-3"
        >
          <Button
            look="primary"
            busy={change.isPending}
            onClick={() => void act('submit', 'is handed in')}
          >
            Hand in for review
          </Button>
          <Button disabled={change.isPending} onClick={keep}>
            Keep as draft
          </Button>
          <Button
            look="quiet"
            disabled={change.isPending}
            onClick={() => void act('discard', 'is given up')}
          >
            Give up
          </Button>
          {change.error && (
            <p role="alert" className="basis-full text-danger">
              {change.error.message}
            </p>
          )}
        </div>
      </form>
      <ReportPreview dqrid={report.dqrid} draft={settled} />
    </div>
  );
}

const SETTLE_MS = 500;

/** The draft as it was when the person last paused. */
function useSettled(draft: ReportDraft): ReportDraft {
  const [settled, setSettled] = useState(draft);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return settled;
}

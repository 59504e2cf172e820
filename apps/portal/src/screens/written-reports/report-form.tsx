// The form of a draft: words, class, spans, datastreams, variables, with each problem at its field
// and a preview beside.
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
import { Field, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.tsx';
import { type Problems, problemAt } from './draft-problems.ts';
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
  const fields: FieldsProps = {
    draft,
    problems,
    set: (part) => setDraft({ ...draft, ...part }),
  };
  const save = async (): Promise<number> =>
    (await change.mutateAsync({ draft, revision: report.revision })).revision;
  const act = async (action: ReportAction, done: string): Promise<void> => {
    try {
      const revision = action === 'discard' ? report.revision : await save();
      await change.mutateAsync({ action, note: '', revision });
      toast({ title: `${report.dqrid} ${done}` });
    } catch {
      setAsked(true); // the reason is below the buttons
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
        <Words {...fields} />
        <Spans {...fields} />
        <Replaced {...fields} mayWithdraw={report.version > 0} />
        <Buttons
          busy={change.isPending}
          error={change.error}
          onAct={(action, done) => void act(action, done)}
          onKeep={keep}
        />
      </form>
      <ReportPreview dqrid={report.dqrid} draft={settled} />
    </div>
  );
}

type FieldsProps = {
  readonly draft: ReportDraft;
  readonly problems: Problems;
  readonly set: (part: Partial<ReportDraft>) => void;
};

function Words({ draft, problems, set }: FieldsProps) {
  return (
    <>
      <TextField
        label="Subject"
        problem={problemAt(problems, 'subject')}
        maxLength={DRAFT_LIMITS.subject}
        value={draft.subject}
        onChange={(event) => set({ subject: event.target.value })}
      />
      <div>
        <Segmented
          label="Description is written as"
          segments={FORMATS}
          value={draft.format}
          onChange={(format) => set({ format })}
        />
      </div>
      <Field label="Description" problem={problemAt(problems, 'description')}>
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
      </Field>
      <Field label="Suggestions for users of the data">
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
      </Field>
    </>
  );
}

function Spans({ draft, problems, set }: FieldsProps) {
  return (
    <>
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
    </>
  );
}

/** The reports that this one replaces, and the withdrawal of the report itself. */
function Replaced({
  draft,
  problems,
  set,
  mayWithdraw,
}: FieldsProps & { readonly mayWithdraw: boolean }) {
  return (
    <>
      <ListField
        label="Supersedes"
        hint="Ids of reports that this one replaces, comma-separated"
        value={draft.supersedes}
        problem={problemAt(problems, 'supersedes')}
        onChange={(supersedes) => set({ supersedes: [...supersedes] })}
      />
      {mayWithdraw && (
        <TextField
          label="Withdraw the report"
          hint="Say why, and the report is taken back when a second person agrees; else leave it empty"
          value={draft.withdraw}
          onChange={(event) => set({ withdraw: event.target.value })}
        />
      )}
    </>
  );
}

type ButtonsProps = {
  readonly busy: boolean;
  readonly error: Error | null;
  /** `done`: the words of the notice when the action has succeeded, such as 'is handed in'. */
  readonly onAct: (action: ReportAction, done: string) => void;
  readonly onKeep: () => void;
};

function Buttons({ busy, error, onAct, onKeep }: ButtonsProps) {
  return (
    <div
      data-keep-clear
      className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-rule bg-paper px-1 py-3"
    >
      <Button look="primary" busy={busy} onClick={() => onAct('submit', 'is handed in')}>
        Submit for review
      </Button>
      <Button disabled={busy} onClick={onKeep}>
        Keep as draft
      </Button>
      <Button look="quiet" disabled={busy} onClick={() => onAct('discard', 'is discarded')}>
        Discard
      </Button>
      {error && (
        <p role="alert" className="basis-full text-danger">
          {error.message}
        </p>
      )}
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

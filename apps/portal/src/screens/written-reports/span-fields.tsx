// One class and span of a draft: datastreams, start, end, variables.

import { REPORT_CLASSES } from '@isobar/contract/quality/classes.ts';
import type { ReportDraft } from '@isobar/contract/quality/draft.ts';
import { Trash2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { type Problems, problemAt } from './draft-problems.ts';
import { ListField } from './list-field.tsx';

type Span = ReportDraft['spans'][number];

const CLASSES = REPORT_CLASSES.map(({ code, name }) => ({ value: String(code), label: name }));

export function SpanFields(props: {
  readonly number: number;
  readonly span: Span;
  /** The problems of this span, with paths like spans.N.field. */
  readonly problems: Problems;
  readonly onChange: (span: Span) => void;
  /** Null for the only span, which cannot be removed. */
  readonly onRemove: (() => void) | null;
}) {
  const { number, span, onChange, onRemove } = props;
  const at = (field: string) => problemAt(props.problems, `spans.${number - 1}.${field}`);
  const set = (part: Partial<Span>): void => onChange({ ...span, ...part });
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-lg border border-rule p-4">
      <legend className="px-1 font-strong">Time span {number}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <Select
          label="Class"
          choices={CLASSES}
          value={String(span.code)}
          onChange={(code) => set({ code: Number(code) })}
        />
        {onRemove && (
          <Button look="quiet" small className="ml-auto" onClick={onRemove}>
            <Trash2 size={14} aria-hidden />
            Remove time span {number}
          </Button>
        )}
      </div>
      <ListField
        label="Datastreams"
        hint="Their names, comma-separated"
        value={span.datastreams}
        problem={at('datastreams')}
        onChange={(datastreams) => set({ datastreams: [...datastreams] })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <DateField
          label="Start (UTC)"
          value={span.start}
          problem={at('start')}
          onChange={(start) => set({ start })}
        />
        <DateField
          label="End (UTC), empty if ongoing"
          value={span.end}
          problem={at('end')}
          onChange={(end) => set({ end })}
        />
      </div>
      <ListField
        label="Variables"
        hint="Comma-separated; none means all of them"
        value={span.variables}
        problem={at('variables')}
        onChange={(variables) => set({ variables: [...variables] })}
      />
    </fieldset>
  );
}

function DateField(props: {
  readonly label: string;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const { label, value, problem, onChange } = props;
  return (
    <TextField
      label={label}
      problem={problem}
      value={value}
      placeholder="2020-01-31 12:00:00"
      onChange={(event) => onChange(event.target.value.trimStart())}
    />
  );
}

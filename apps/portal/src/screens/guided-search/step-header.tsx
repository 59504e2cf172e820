// The heading of a question: its number, name and answer; it opens the question where that is
// possible.
import { plural } from '@isobar/contract/count.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { type Guided, stepsOf } from '../../lib/search/guided.ts';
import { readGuidedOptions } from '../../lib/search/plan-guided.ts';
import { classNames } from '../../ui/class-names.ts';
import { useQuestion } from './use-question.ts';

const NOT_YET = 'Please make prior selections to enable this section!';

export function StepHeader(props: {
  readonly guided: Guided;
  readonly index: number;
  readonly enabled: boolean;
  readonly button: (node: HTMLButtonElement | null) => void;
  readonly onOpen: () => void;
}) {
  const { guided, index, enabled, button, onOpen } = props;
  const [refused, setRefused] = useState(false);
  const step = stepsOf(guided.flow)[index];
  const active = index === guided.step;
  const answer = useAnswerText(guided, index);
  return (
    <>
      <h2>
        <button
          ref={button}
          type="button"
          aria-expanded={active}
          aria-disabled={!enabled || undefined}
          title={enabled ? undefined : NOT_YET}
          className={classNames(
            'flex w-full items-center gap-4 px-4 py-3.5 text-left',
            enabled ? 'hover:bg-sunk' : 'cursor-default',
          )}
          onBlur={() => setRefused(false)}
          onClick={() => {
            setRefused(!enabled);
            if (enabled && !active) onOpen();
          }}
        >
          <span
            aria-hidden
            className={classNames(
              'grid size-8 shrink-0 place-items-center rounded-full border text-sm font-strong',
              active
                ? 'border-accent bg-accent text-accent-ink'
                : answer
                  ? 'border-accent text-accent'
                  : 'border-rule-2 text-ink-2',
            )}
          >
            {answer && !active ? <Check size={16} /> : index + 1}
          </span>
          <span
            className={classNames(
              'shrink-0 font-serif text-lg font-medium',
              !enabled && 'text-ink-2',
            )}
          >
            {step?.title}
          </span>{' '}
          {answer && (
            <span className="min-w-0 flex-1 truncate text-right text-ink-2">{answer}</span>
          )}
        </button>
      </h2>
      <p role="status" className={refused ? 'px-4 pb-3 text-sm text-ink-2 sm:pl-16' : 'sr-only'}>
        {refused && NOT_YET}
      </p>
    </>
  );
}

/** 'Aerosols', or the first and how many more; the codes themselves until the labels are there. */
function useAnswerText(guided: Guided, index: number): string {
  const { field, kind } = stepsOf(guided.flow)[index] ?? { field: 'start_date', kind: 'range' };
  const saved = guided.answers[field] ?? [];
  const at = { ...guided, step: index };
  const options = kind === 'one' || kind === 'many';
  const { reply } = useQuestion(at, options && saved.length > 0);
  if (kind === 'range') {
    const { start_date: start = [], end_date: end = [] } = guided.answers;
    return [start[0] && `from ${start[0]}`, end[0] && `to ${end[0]}`].filter(Boolean).join(' ');
  }
  if (kind === 'days') return saved.length > 0 ? plural(saved.length, 'day') : '';
  const labels = reply ? readGuidedOptions(at, reply) : [];
  const names = saved.map((value) => labels.find((one) => one.value === value)?.label ?? value);
  return names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(', ');
}

// One sentence to type; what was read from it is shown as chips, and nothing is searched before
// they are taken.
import type { Clause, EventSearch, ReadCondition, Sentence } from '@isobar/contract/calls/facts.ts';
import { type FormEvent, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { useSentence } from './days-queries.ts';

const EXAMPLE = 'temperature above 30 and no rain for three hours at SGP in summer';
const SHORT_EXAMPLE = 'temperature above 30 at SGP';

export function SentenceField(props: {
  readonly text: string;
  readonly onTake: (change: Partial<EventSearch>, text: string) => void;
}) {
  const [text, setText] = useState(props.text);
  const [isMissing, setMissing] = useState(false);
  const reading = useSentence();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const read = (event: FormEvent): void => {
    event.preventDefault();
    const isEmpty = text.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) input.current?.focus();
    else reading.mutate(text.trim());
  };
  const take = (change: Partial<EventSearch>): void => {
    props.onTake(change, text.trim());
    reading.reset();
  };
  return (
    <div className="grid gap-3">
      <form className="flex flex-wrap gap-2" onSubmit={read}>
        <label htmlFor={id} className="sr-only">
          Describe the days that you want
        </label>
        <input
          ref={input}
          id={id}
          className="field min-w-0 flex-1 basis-72 text-lg"
          type="text"
          maxLength={300}
          placeholder={EXAMPLE}
          value={text}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? `${id}-missing` : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setMissing(false);
          }}
        />
        <Button type="submit" busy={reading.isPending}>
          Read
        </Button>
      </form>
      {isMissing && (
        <p id={`${id}-missing`} role="alert" className="text-sm text-danger">
          Type a measurement and a limit, for example ‘{SHORT_EXAMPLE}’.
        </p>
      )}
      {reading.isError && (
        <FailurePanel
          what="The sentence could not be read."
          why={reading.error.message}
          onRetry={() => reading.mutate(text.trim())}
        />
      )}
      {reading.data && (
        <Chips
          key={reading.submittedAt}
          sentence={reading.data}
          onTake={take}
          onDrop={() => reading.reset()}
        />
      )}
    </div>
  );
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function Chips(props: {
  readonly sentence: Sentence;
  readonly onTake: (change: Partial<EventSearch>) => void;
  readonly onDrop: () => void;
}) {
  const { sentence } = props;
  const { conditions, unread } = sentence;
  const { chosen, dropped, choose, drop, kept } = useChoices(conditions);
  const limits = limitsOf(sentence);
  return (
    <section
      aria-label="What was read"
      className="grid gap-3 rounded-lg border border-rule bg-surface px-4 py-3"
    >
      <p className="text-sm text-ink-2">
        Interpreted as follows. Nothing has been searched yet: choose the meanings, then use them.
      </p>
      <ul className="grid gap-2">
        {conditions.map((condition, n) => (
          <ConditionChip
            key={condition.typed}
            condition={condition}
            chosen={chosen[n] ?? 0}
            isDropped={dropped.has(n)}
            onChoose={(at) => choose(n, at)}
            onDrop={(isDropped) => drop(n, isDropped)}
          />
        ))}
        {limits.length > 0 && (
          <li className="flex flex-wrap gap-2">
            {limits.map((text) => (
              <span key={text} className="chip pr-3">
                {text}
              </span>
            ))}
          </li>
        )}
      </ul>
      {unread.length > 0 && (
        <p className="text-sm text-warn">
          Not understood, and left out: {unread.map((one) => `‘${one}’`).join(', ')}.
        </p>
      )}
      {conditions.length === 0 && (
        <p>The sentence names no measurement of this archive. Name one, and a limit.</p>
      )}
      <div className="flex gap-2">
        <Button
          look="primary"
          disabled={kept === 0}
          onClick={() =>
            props.onTake({
              ...takenConditions(conditions, chosen, dropped),
              ...takenLimits(sentence),
            })
          }
        >
          Use {kept === 1 ? 'this condition' : 'these conditions'}
        </Button>
        <Button look="quiet" onClick={props.onDrop}>
          Discard
        </Button>
      </div>
    </section>
  );
}

/**
 * Which of its candidates each condition means, at first the best one, and which conditions are
 * left out, by their places.
 */
function useChoices(conditions: readonly ReadCondition[]) {
  const [chosen, setChosen] = useState<readonly number[]>(conditions.map(() => 0));
  const [dropped, setDropped] = useState<ReadonlySet<number>>(new Set());
  const choose = (n: number, at: number): void =>
    setChosen(chosen.map((one, i) => (i === n ? at : one)));
  const drop = (n: number, isDropped: boolean): void => {
    const next = new Set(dropped);
    if (isDropped) next.add(n);
    else next.delete(n);
    setDropped(next);
  };
  const kept = conditions.filter((one, n) => !dropped.has(n) && one.candidates.length > 0).length;
  return { chosen, dropped, choose, drop, kept };
}

/** What the sentence says beside its conditions, as a user reads it. */
const limitsOf = ({ hours, months, hoursOfDay, start, end, places }: Sentence): string[] => [
  ...(hours === null ? [] : [`at least ${hours} h in a row`]),
  ...(months === null ? [] : [months.map((month) => MONTHS[month - 1]).join(', ')]),
  ...(hoursOfDay === null ? [] : [`${hoursOfDay.from} to ${hoursOfDay.to} UTC`]),
  ...(start === null && end === null ? [] : [`${start ?? 'the beginning'} to ${end ?? 'today'}`]),
  ...places.map((place) => place.meaning),
];

/** The same as a part of the search. */
const takenLimits = ({
  hours,
  months,
  hoursOfDay,
  start,
  end,
}: Sentence): Partial<EventSearch> => ({
  ...(hours === null ? {} : { hours: Math.max(1, Math.min(8784, hours)) }),
  ...(months === null ? {} : { months: [...months] }),
  ...(hoursOfDay === null ? {} : { hoursOfDay: { ...hoursOfDay, clock: 'utc' as const } }),
  ...(start === null ? {} : { start: start.slice(0, 10) }),
  ...(end === null ? {} : { end: end.slice(0, 10) }),
});

function takenConditions(
  conditions: readonly ReadCondition[],
  chosen: readonly number[],
  dropped: ReadonlySet<number>,
): Pick<EventSearch, 'clauses' | 'variables'> {
  const clauses: Clause[] = [];
  const variables: { datastream: string; variable: string }[] = [];
  for (const [n, condition] of conditions.entries()) {
    const of = condition.candidates[chosen[n] ?? 0];
    if (!of || dropped.has(n)) continue;
    const { datastream, variable } = of;
    const { statistic, comparison, value, upTo } = condition;
    if (comparison === null || value === null) variables.push({ datastream, variable });
    else
      clauses.push({
        ...{ datastream, variable, statistic, comparison, value },
        ...(upTo === null ? {} : { upTo }),
      });
  }
  return { clauses, variables };
}

const WORDS = { '>': 'above', '<': 'below', between: 'between' } as const;

function ConditionChip(props: {
  readonly condition: ReadCondition;
  readonly chosen: number;
  readonly isDropped: boolean;
  readonly onChoose: (at: number) => void;
  readonly onDrop: (drop: boolean) => void;
}) {
  const { condition, chosen, isDropped } = props;
  const { typed, candidates, comparison, value, upTo, statistic, unit, assumed } = condition;
  const of = candidates[chosen];
  const limit =
    comparison === null
      ? 'has good data'
      : `hourly ${statistic} ${WORDS[comparison]} ${value}${upTo === null ? '' : ` and ${upTo}`} ${of?.units ?? ''}`;
  return (
    <li className={isDropped ? 'opacity-60' : ''}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="chip pr-3">‘{typed}’</span>
        {of ? (
          <>
            <select
              aria-label={`What ‘${typed}’ means`}
              className="field pick max-w-full min-w-0 truncate text-sm"
              value={String(chosen)}
              onChange={(event) => props.onChoose(Number(event.target.value))}
            >
              {candidates.map((one, n) => (
                <option key={`${one.datastream} ${one.variable}`} value={String(n)}>
                  {one.datastream} {one.variable}: {one.longName}
                </option>
              ))}
            </select>
            <span>{limit}</span>
          </>
        ) : (
          <span className="text-warn">Nothing in this archive has that name.</span>
        )}
        <button
          type="button"
          className="link text-sm"
          aria-pressed={isDropped}
          onClick={() => props.onDrop(!isDropped)}
        >
          {isDropped ? 'Use it anyway' : 'Ignore it'}
          <span className="sr-only">: {typed}</span>
        </button>
      </div>
      {(assumed !== '' || unit !== '') && (
        <p className="mt-0.5 text-sm text-ink-2">
          {assumed !== '' && `Read as ${assumed}. `}
          {unit !== '' &&
            of &&
            unit !== of.units &&
            `‘${unit}’ was typed; the values are in ${of.units || 'no unit'}, and nothing is converted.`}
        </p>
      )}
    </li>
  );
}

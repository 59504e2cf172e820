// A question with options: one of them (radio buttons) or several (checkboxes), each with what is
// in it.
import { plural } from '@isobar/contract/count.ts';
import { Search } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { SEARCH_PREFERENCE, usePreference } from '../../lib/preferences.ts';
import type { Guided, GuidedStep } from '../../lib/search/guided.ts';
import { type GuidedOption, readGuidedOptions } from '../../lib/search/plan-guided.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/progress.tsx';
import { NothingMatches, QuestionFailed } from './question-states.tsx';
import { useQuestion } from './use-question.ts';

/** From this length on, a list of radio buttons also gets a filter. */
const FILTERED_FROM = 9;

export function OptionStep(props: {
  readonly guided: Guided;
  readonly step: GuidedStep;
  /** What the person chose here and has not saved yet; null: nothing. */
  readonly chosen: readonly string[] | null;
  readonly onChoose: (values: readonly string[]) => void;
  readonly onNext: (values: readonly string[]) => void;
  readonly onResults: (values: readonly string[]) => void;
}) {
  const { guided, step, chosen, onChoose, onNext, onResults } = props;
  const question = useQuestion(guided);
  const [filter, setFilter] = useState('');
  const { reply } = question;
  const preferred = usePreference(SEARCH_PREFERENCE).recommended;
  const options = useMemo(
    () => (reply ? readGuidedOptions(guided, reply, preferred) : null),
    [guided, reply, preferred],
  );
  if (question.error) return <QuestionFailed what="options" question={question} />;
  if (!options) return <Waiting question={step.question} />;
  if (options.every((option) => option.disabled))
    return <NothingMatches first={guided.step === 0} />;

  const many = step.kind === 'many';
  const selected = chosen ?? preselected(options, guided.answers[step.field] ?? []);
  const shown = options.filter((option) => matchesText(option, filter));
  const choose = (value: string, on: boolean): void => {
    const others = many ? selected.filter((one) => one !== value) : [];
    onChoose(on ? [...others, value] : others);
  };
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-3 text-base">{step.question}</legend>
        {(many || options.length >= FILTERED_FROM) && (
          <TextFilter
            label={`Filter ${step.title.toLowerCase()}`}
            text={filter}
            onText={setFilter}
            shown={shown.length}
            of={options.length}
          />
        )}
        <OptionList many={many} options={shown} selected={selected} onChoose={choose} />
      </fieldset>
      <div className="mt-5 flex flex-wrap items-center gap-2">
        <Button look="primary" disabled={selected.length === 0} onClick={() => onNext(selected)}>
          Next Step
        </Button>
        <Button disabled={selected.length === 0} onClick={() => onResults(selected)}>
          Go to Results
        </Button>
        <p role="status" className="text-sm text-ink-2">
          {selected.length === 0 && 'Choose at least one to continue.'}
          {many && selected.length > 0 && `${selected.length} chosen`}
        </p>
      </div>
    </>
  );
}

/** What was answered before, else the first that can be chosen. */
function preselected(
  options: readonly GuidedOption[],
  saved: readonly string[],
): readonly string[] {
  const open = options.filter((option) => !option.disabled).map(({ value }) => value);
  const known = saved.filter((value) => open.includes(value));
  return known.length > 0 ? known : open.slice(0, 1);
}

const matchesText = ({ label, value, description }: GuidedOption, filter: string): boolean =>
  `${label} ${value} ${description}`.toLowerCase().includes(filter.trim().toLowerCase());

function TextFilter(props: {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly shown: number;
  readonly of: number;
}) {
  const { label, text, onText, shown, of } = props;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <div className="field w-full max-w-[24rem]">
        <Search size={16} aria-hidden className="shrink-0 text-ink-2" />
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          className="min-w-0 flex-1 bg-transparent"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      <p role="status" className="text-sm text-ink-2">
        {text.trim() !== '' && `${shown} of ${of} shown`}
      </p>
    </div>
  );
}

function OptionList(props: {
  readonly many: boolean;
  readonly options: readonly GuidedOption[];
  readonly selected: readonly string[];
  readonly onChoose: (value: string, on: boolean) => void;
}) {
  const { many, options, selected, onChoose } = props;
  const name = useId();
  if (options.length === 0) return <p className="py-4 text-ink-2">No option has that name.</p>;
  return (
    <ul className="-m-1 grid max-h-[30rem] gap-2 overflow-y-auto p-1 md:grid-cols-2">
      {options.map((option, at) => (
        <Option
          key={option.value}
          id={`${name}${at}`}
          name={many ? undefined : name}
          option={option}
          checked={selected.includes(option.value)}
          onChoose={(on) => onChoose(option.value, on)}
        />
      ))}
    </ul>
  );
}

function Option(props: {
  readonly id: string;
  /** The name of the radio group; absent for a checkbox. */
  readonly name: string | undefined;
  readonly option: GuidedOption;
  readonly checked: boolean;
  readonly onChoose: (on: boolean) => void;
}) {
  const { id, name, option, checked, onChoose } = props;
  const { label, description, count, counted, disabled } = option;
  return (
    <li className="min-w-0">
      <label
        className={classNames(
          'flex h-full items-start gap-3 rounded-lg border border-rule px-3.5 py-2.5',
          disabled ? 'cursor-default' : 'hover:border-rule-2',
          'has-checked:border-accent has-checked:bg-accent-soft',
        )}
      >
        <input
          type={name ? 'radio' : 'checkbox'}
          className="tick mt-[3px]"
          {...(name ? { name } : {})}
          aria-labelledby={`${id}label`}
          aria-describedby={`${id}text`}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChoose(event.target.checked)}
          // Clicking the preselected one makes it a choice.
          onClick={() => name && checked && onChoose(true)}
        />
        <span className="min-w-0">
          <span id={`${id}label`} className={classNames('font-strong', disabled && 'text-ink-2')}>
            {label}
          </span>
          <span id={`${id}text`} className="block text-sm text-ink-2">
            {description}
            <span className="block">
              {disabled
                ? 'No data match.'
                : counted === 'day'
                  ? plural(count, 'day')
                  : plural(count, 'data product')}
            </span>
          </span>
        </span>
      </label>
    </li>
  );
}

const Waiting = ({ question }: { readonly question: string }) => (
  <div aria-busy>
    <p className="mb-3 text-base">{question}</p>
    <p role="status" className="sr-only">
      Retrieving options…
    </p>
    <div className="grid gap-2 md:grid-cols-2">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-[4.6rem]" />
      ))}
    </div>
  </div>
);

// The questions of one flow as an accordion: one open at a time, later ones closed until those
// before are answered.

import { RotateCcw } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import {
  answerStep,
  clearGuided,
  type Guided,
  lastOpen,
  openStep,
  stepsOf,
  withAnswer,
} from '../../lib/search/guided.ts';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/progress.tsx';
import type { GuidedMoves } from './guided-address.ts';
import { OptionStep } from './option-step.tsx';
import { RangeStep } from './range-step.tsx';
import { StepHeader } from './step-header.tsx';

const DaysStep = lazyPart('The list of days', () =>
  import('./days-step.tsx').then((module) => module.DaysStep),
);

type Draft = { readonly step: number; readonly values: readonly string[] };

export function Flow({ guided, go, toResults }: { readonly guided: Guided } & GuidedMoves) {
  const steps = stepsOf(guided.flow);
  const [draft, setDraft] = useState<Draft | null>(null);
  const chosen = draft?.step === guided.step ? draft.values : null;
  const last = lastOpen(guided, chosen);
  const headers = useFocusOnOpen(guided.step);
  const move = (next: Guided): void => {
    setDraft(null);
    go(next);
  };
  const open = (step: number): void => {
    // Opening the next question after a choice is the same as 'Next Step'.
    const onward = step === guided.step + 1 && chosen !== null;
    move(onward ? answerStep(guided, chosen) : openStep(guided, step));
  };
  return (
    <>
      <div className="mt-6 flex flex-wrap items-center gap-2">
        <p className="mr-auto font-serif text-lg font-medium">{NAMES[guided.flow]}</p>
        <Button look="soft" onClick={() => move(clearGuided(guided))}>
          Clear All
        </Button>
        <Button look="soft" onClick={() => go(null)}>
          <RotateCcw size={15} aria-hidden />
          New Guided Search
        </Button>
      </div>
      <ol aria-label="Questions" className="mt-4 rounded-lg border border-rule bg-surface">
        {steps.map((step, index) => (
          <li key={step.field} className="border-rule not-first:border-t">
            <StepHeader
              guided={guided}
              index={index}
              enabled={index <= last}
              button={(node) => {
                headers.current[index] = node;
              }}
              onOpen={() => open(index)}
            />
            {index === guided.step && (
              <div className="px-4 pb-5 sm:pr-6 sm:pl-16">
                {step.kind === 'range' && (
                  <RangeStep guided={guided} go={go} toResults={toResults} />
                )}
                {step.kind === 'days' && (
                  <Suspense fallback={<Spinner label="Retrieving dates for epoch..." />}>
                    <DaysStep guided={guided} go={go} toResults={toResults} />
                  </Suspense>
                )}
                {(step.kind === 'one' || step.kind === 'many') && (
                  <OptionStep
                    key={step.field}
                    guided={guided}
                    step={step}
                    chosen={chosen}
                    onChoose={(values) => setDraft({ step: guided.step, values })}
                    onNext={(values) => move(answerStep(guided, values))}
                    onResults={(values) => toResults(guided, withAnswer(guided, values))}
                  />
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

const NAMES: Readonly<Record<Guided['flow'], string>> = {
  measurement: 'By measurement',
  instrument: 'By instrument',
  'epoch-type': 'Epoch (By Epoch Type)',
  'epoch-location': 'Epoch (By Location)',
};

/** Moves the focus to the question that has just been opened. */
function useFocusOnOpen(step: number) {
  const headers = useRef<(HTMLButtonElement | null)[]>([]);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) headers.current[step]?.focus();
    before.current = step;
  }, [step]);
  return headers;
}

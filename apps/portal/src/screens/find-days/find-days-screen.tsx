// Find days by what was measured on them: conditions on hourly values, days on which all
// instruments have good data, or both.
import { MOST_CLAUSES, MOST_FACT_DATASTREAMS } from '@isobar/contract/calls/facts.ts';
import { useState } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { AddCondition } from './add-condition.tsx';
import { ConditionRow, GoodRow } from './condition-row.tsx';
import { DaysAnswer } from './days-answer.tsx';
import { isEmpty, useDays } from './days-queries.ts';
import { Examples } from './examples.tsx';
import { LimitsLine } from './limits-line.tsx';
import { SentenceField } from './sentence-field.tsx';
import { useDaysAddress } from './use-days-address.ts';

export function FindDaysScreen() {
  usePageTitle('Find days');
  const { search, text, ignored, change } = useDaysAddress();
  const { clauses, variables } = search;
  const [adding, setAdding] = useState(false);
  const isFull = clauses.length >= MOST_CLAUSES && variables.length >= MOST_FACT_DATASTREAMS;
  return (
    <main id="main" tabIndex={-1} className="page py-8 outline-none">
      <h1 className="title">Find days</h1>
      <p className="mt-1 mb-5 text-ink-2">
        Search by hourly values. Hours without a value, or affected by a quality report, are counted
        as unknown.
      </p>
      <SentenceField key={text} text={text} onTake={change} />
      {ignored.length > 0 && (
        <p role="alert" className="mt-3 text-sm text-warn">
          The address has unknown parts, which were ignored: {ignored.join(', ')}.
        </p>
      )}
      {!isEmpty(search) && (
        <section aria-label="Conditions" className="mt-6 border-t border-rule">
          <ul>
            {clauses.map((clause, n) => (
              <ConditionRow
                // biome-ignore lint/suspicious/noArrayIndexKey: two conditions may be alike
                key={n}
                clause={clause}
                onChange={(next) =>
                  change({ clauses: clauses.map((one, at) => (at === n ? next : one)) })
                }
                onRemove={() => change({ clauses: clauses.filter((_, at) => at !== n) })}
              />
            ))}
            {variables.map((of, n) => (
              <GoodRow
                key={`${of.datastream} ${of.variable}`}
                of={of}
                onRemove={() => change({ variables: variables.filter((_, at) => at !== n) })}
              />
            ))}
          </ul>
        </section>
      )}
      {adding ? (
        <AddCondition
          canLimit={clauses.length < MOST_CLAUSES}
          onAdd={(next) => {
            setAdding(false);
            if ('comparison' in next) change({ clauses: [...clauses, next] });
            else if (
              !variables.some(
                (one) => one.datastream === next.datastream && one.variable === next.variable,
              )
            )
              change({ variables: [...variables, next] });
          }}
          onClose={() => setAdding(false)}
        />
      ) : (
        <Button
          look="quiet"
          className="my-2 text-left whitespace-normal"
          disabled={isFull}
          onClick={() => setAdding(true)}
        >
          + Add a condition, or a datastream that must be good
        </Button>
      )}
      {isEmpty(search) && <Examples />}
      {!isEmpty(search) && (
        <>
          <LimitsLine search={search} change={change} />
          <Answer search={search} />
        </>
      )}
    </main>
  );
}

function Answer({ search }: { readonly search: ReturnType<typeof useDaysAddress>['search'] }) {
  const { data, error, isError, isPlaceholderData, isFetching, refetch } = useDays(search);
  if (isError)
    return (
      <div className="mt-6">
        <FailurePanel
          what="The days could not be searched."
          why={error.message}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      </div>
    );
  if (!data)
    return (
      <div className="mt-6 grid gap-3" role="status" aria-label="Searching">
        <span className="skeleton h-9 w-40" aria-hidden />
        <span className="skeleton h-56" aria-hidden />
      </div>
    );
  return <DaysAnswer search={search} reply={data} stale={isPlaceholderData} />;
}

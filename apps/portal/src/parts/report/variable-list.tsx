// The variables that a report names, by datastream: the first five, the others on demand (part 3
// section 9).
import type { ReportReply } from '@isobar/contract/calls/quality.ts';
import { shownVariable } from '@isobar/contract/quality/report.ts';
import { useId, useState } from 'react';

const SHOWN = 5;

export function VariableLists({ measurements }: Pick<ReportReply, 'measurements'>) {
  const lists = measurements.flatMap((one) => Object.entries(one));
  return (
    <ul className="grid gap-3">
      {lists.map(([datastream, variables]) => (
        <li key={datastream}>
          <VariableList datastream={datastream} names={variables.map(shownVariable)} />
        </li>
      ))}
    </ul>
  );
}

function VariableList(props: { readonly datastream: string; readonly names: readonly string[] }) {
  const { datastream, names } = props;
  const [all, setAll] = useState(false);
  const list = useId();
  const shown = all ? names : names.slice(0, SHOWN);
  return (
    <>
      <p className="font-mono text-sm font-strong break-words">{datastream}</p>
      {names.length === 0 ? (
        <p className="text-ink-2">All variables</p>
      ) : (
        <ul id={list} className="flex flex-wrap gap-x-4 gap-y-0.5 font-mono text-sm">
          {shown.map((name) => (
            <li key={name} className="break-all">
              {name}
            </li>
          ))}
          {/* On paper nothing can be unfolded. */}
          {!all &&
            names.slice(SHOWN).map((name) => (
              <li key={name} className="print-only break-all">
                {name}
              </li>
            ))}
        </ul>
      )}
      {names.length > SHOWN && (
        <button
          type="button"
          className="link no-print text-sm"
          aria-expanded={all}
          aria-controls={list}
          aria-label={`${all ? 'Less' : 'More'}... variables of ${datastream}`}
          onClick={() => setAll(!all)}
        >
          {all ? 'Less...' : 'More...'}
        </button>
      )}
    </>
  );
}

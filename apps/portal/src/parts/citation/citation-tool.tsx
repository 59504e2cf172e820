// 'CITATION GENERATOR & EXPORTER TOOL': a list of citations, the newest first, one of them being
// edited; all as one file.
import { FIRST_CITATION_DAY } from '@isobar/contract/citations/calls.ts';
import { useReducer } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import type { Cited } from './cited.ts';
import { SourceBox } from './source-box.tsx';
import { ToolCard } from './tool-card.tsx';
import { ToolExport } from './tool-export.tsx';
import { EMPTY_TOOL, type ToolState, toolReducer } from './tool-state.ts';
import { today } from './use-citation.ts';

export function CitationTool(props: {
  /** The citations that it begins with; none when it is opened on its own. */
  readonly cited?: readonly Cited[];
  readonly onClose: () => void;
}) {
  const { cited = [], onClose } = props;
  const [state, dispatch] = useReducer(toolReducer, cited, begin);
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      width="860px"
      title="CITATION GENERATOR & EXPORTER TOOL"
      description="Add datastreams or sources, narrow each down, and copy or export their citations."
      {...(state.items.length > 0 ? { footer: <ToolExport items={state.items} /> } : {})}
    >
      <SourceBox onAdd={(source) => dispatch({ do: 'add', source, accessedDate: today() })} />
      {state.items.length === 0 && (
        <p className="mt-4 text-ink-2">
          Nothing is cited yet. Type the name of a datastream, or of a source of data.
        </p>
      )}
      <ol aria-label="Citations" className="mt-3 grid gap-3">
        {state.items.map((one) => (
          <ToolCard
            key={one.index}
            one={one}
            edited={one.index === state.edited}
            onEdit={() => dispatch({ do: 'edit', index: one.index })}
            onRemove={() => dispatch({ do: 'remove', index: one.index })}
            onChange={(change) => dispatch({ do: 'change', index: one.index, change })}
          />
        ))}
      </ol>
    </Dialog>
  );
}

/** Datastreams with days that were chosen elsewhere; the first of them is edited. */
function begin(cited: readonly Cited[]): ToolState {
  return cited.toReversed().reduce<ToolState>(
    (state, { datastream, startDate, endDate }) =>
      toolReducer(state, {
        do: 'add',
        accessedDate: today(),
        source: {
          field: 'datastream',
          value: datastream,
          minDate: FIRST_CITATION_DAY,
          maxDate: today(),
          startDate: startDate || FIRST_CITATION_DAY,
          endDate: endDate || today(),
        },
      }),
    EMPTY_TOOL,
  );
}

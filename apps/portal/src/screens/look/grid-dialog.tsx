// 'Put on one time grid' of what is shown: the step, the method of each variable with its rule,
// code that opens it, and the order. Heavy: import it only lazily.
import { ARRAY_VARIANTS, onGrid } from '@isobar/contract/calls/arrays.ts';
import { gridProposals } from '@isobar/contract/calls/order-calls.ts';
import {
  GRID_SENTENCES,
  GRID_STEPS,
  type GridProposal,
  stepInWords,
} from '@isobar/contract/orders/time-grid.ts';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../lib/ask.ts';
import { useConfig } from '../../lib/config.ts';
import { arrayQuery } from '../../parts/arrays/array-query.ts';
import type { AddedDays } from '../../parts/cart/add-days.ts';
import type { Window } from '../../parts/look/window.ts';
import type { Law, LookOf } from '../../parts/look-address.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Select } from '../../ui/select.tsx';
import { openedInPython } from './look-code.ts';
import { orderOnGrid } from './order-on-grid.ts';

const METHODS: Readonly<Record<NonNullable<GridProposal['method']>, string>> = {
  mean: 'Mean',
  sum: 'Sum',
  nearest: 'Nearest',
  vector: 'Wind vector',
};

const LEFT_OUT: Readonly<Record<Law, string>> = {
  whole: 'Values that a quality variable calls Bad are shown here but never used.',
  clean: 'Values that fail a check, or are reported as incorrect or suspect, are not used.',
  strict: 'Bad and doubtful values, and those under a report, are not used.',
};

export interface GridDialogOf {
  /** The variables that are shown, the first one first. */
  readonly shown: readonly LookOf[];
  readonly window: Window;
  readonly law: Law;
  readonly onClose: () => void;
  /** `step` in words. */
  readonly onAdded: (added: AddedDays, step: string) => void;
}

export function LookGridDialog(of: GridDialogOf) {
  const { shown, window, law, onClose } = of;
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const proposals = useProposals([...new Set(shown.map(({ datastream }) => datastream))]);
  const variables = usableVariables(shown, proposals.proposalOf);
  const { order, busy, problem } = useGridOrder(of, choice, variables);
  return (
    <Dialog
      open
      onClose={onClose}
      width="860px"
      title="Put on one time grid"
      description="One value per time step, aligned to UTC, with flags and the share of good time."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="primary"
            busy={busy}
            disabled={variables.size === 0}
            onClick={() => void order()}
          >
            Order on this grid
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <GridChoice choice={choice} onChoice={setChoice} canMerge={variables.size > 1} />
        <p className="text-sm text-ink-2">{LEFT_OUT[law]}</p>
        <Methods shown={shown} proposals={proposals} />
        {problem !== null && (
          <FailurePanel
            what="The range could not be added to the cart."
            why={problem}
            onRetry={() => void order()}
          />
        )}
        <Lines {...{ variables, window, law }} step={choice.step} />
      </div>
    </Dialog>
  );
}

type Choice = { readonly step: number; readonly onlyShown: boolean; readonly merge: boolean };
const FIRST_CHOICE: Choice = { step: 300, onlyShown: true, merge: true };

type Variables = ReadonlyMap<string, readonly string[]>;
type ProposalOf = (of: LookOf) => GridProposal | undefined;

/**
 * Of each datastream the shown variables that a method suits; datastreams without any are left out.
 */
function usableVariables(shown: readonly LookOf[], proposalOf: ProposalOf): Variables {
  const usable = shown.filter((one) => proposalOf(one)?.method);
  return new Map(
    [...new Set(shown.map(({ datastream }) => datastream))].flatMap(
      (name): [string, readonly string[]][] => {
        const own = usable.filter(({ datastream }) => datastream === name);
        return own.length === 0 ? [] : [[name, own.map(({ variable }) => variable)]];
      },
    ),
  );
}

/** Adds the range on its grid to the cart, and then closes the dialog. */
function useGridOrder(of: GridDialogOf, choice: Choice, variables: Variables) {
  const { window, law, onAdded, onClose } = of;
  const config = useConfig();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const order = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const { step, onlyShown } = choice;
      const ordered = onlyShown
        ? variables
        : new Map([...variables.keys()].map((name) => [name, []] as const));
      const merge = choice.merge && variables.size > 1;
      onAdded(
        await orderOnGrid(config, { step, merge, law, window, variables: ordered }),
        stepInWords(step),
      );
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : '');
      setBusy(false);
    }
  };
  return { order, busy, problem };
}

function GridChoice(props: {
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
  readonly canMerge: boolean;
}) {
  const { choice, onChoice, canMerge } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <Select
        label="Step"
        value={String(choice.step)}
        choices={GRID_STEPS.map((one) => ({ value: String(one), label: stepInWords(one) }))}
        onChange={(value) => onChoice({ ...choice, step: Number(value) })}
      />
      <Checkbox
        checked={choice.onlyShown}
        onChange={(onlyShown) => onChoice({ ...choice, onlyShown })}
      >
        Only the variables that are shown
      </Checkbox>
      {canMerge && (
        <Checkbox checked={choice.merge} onChange={(merge) => onChoice({ ...choice, merge })}>
          One file for all datastreams
        </Checkbox>
      )}
    </div>
  );
}

/**
 * What suits each variable of some datastreams; undefined of one that is not known yet, or has no
 * values along time.
 */
function useProposals(names: readonly string[]) {
  const config = useConfig();
  const proposals = useQueries({
    queries: names.map((datastream) => ({
      queryKey: ['grid-proposals', datastream],
      staleTime: 10 * 60_000,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        ask(config, gridProposals, { query: { datastream }, signal }),
    })),
  });
  const known = new Map(proposals.flatMap(({ data }) => (data ? [[data.datastream, data]] : [])));
  const proposalOf: ProposalOf = ({ datastream, variable }) =>
    known.get(datastream)?.variables.find(({ name }) => name === variable);
  const failed = proposals.filter(({ isError }) => isError);
  const isLoading = proposals.some(({ isPending }) => isPending);
  return { proposalOf, failed, isLoading };
}

function Methods(props: {
  readonly shown: readonly LookOf[];
  readonly proposals: ReturnType<typeof useProposals>;
}) {
  const { shown, proposals } = props;
  const { proposalOf, failed, isLoading } = proposals;
  if (failed.length > 0)
    return (
      <FailurePanel
        what="The methods for the time grid could not be loaded."
        why={failed[0]?.error?.message}
        onRetry={() => failed.forEach((one) => void one.refetch())}
      />
    );
  if (isLoading)
    return (
      <p role="status" className="text-sm text-ink-2">
        Loading the methods for the time grid …
      </p>
    );
  return (
    <dl className="grid gap-2 text-sm">
      {shown.map((one) => {
        const proposal = proposalOf(one);
        const method = proposal?.method;
        const reason = proposal?.refused.find((each) => each.method === 'nearest')?.reason;
        return (
          <div key={`${one.datastream} ${one.variable}`}>
            <dt className="font-mono break-all">
              {one.datastream} {one.variable}
            </dt>
            <dd className="text-ink-2">
              {method
                ? `${METHODS[method]}. ${GRID_SENTENCES[method]}`
                : `Left out: ${reason ?? 'no method suits it.'}`}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Of each datastream the line of Python that opens the same, without an order. */
function Lines(props: {
  readonly variables: Variables;
  readonly window: Window;
  readonly law: Law;
  readonly step: number;
}) {
  const { variables, window, law, step } = props;
  const config = useConfig();
  const names = [...variables.keys()];
  const arrays = useQueries({ queries: names.map((name) => arrayQuery(config, name)) });
  const variant = ARRAY_VARIANTS.find((one) => one === law) ?? 'clean';
  if (names.length === 0) return null;
  return (
    <section aria-label="Without an order, in Python" className="grid gap-2">
      <h3 className="text-sm font-strong">Without an order, in Python</h3>
      {names.map((name, index) => {
        const array = arrays[index];
        const line = array?.data
          ? openedInPython(
              onGrid(array.data.variants[variant].zarr, step),
              variables.get(name) ?? [],
              window,
            )
          : null;
        return line === null ? (
          <p key={name} role="status" className="text-sm text-ink-2">
            {!array || array.isPending
              ? `The array of ${name} is being prepared…`
              : `There is no array of ${name}. ${array.error?.message ?? ''}`}
          </p>
        ) : (
          <div key={name} className="flex items-start gap-2">
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keyboard
              tabIndex={0}
              className="min-w-0 flex-1 overflow-x-auto rounded-lg bg-sunk p-3 font-mono text-sm"
            >
              {line}
            </pre>
            <CopyButton text={line} label={`Copy the line for ${name}`} />
          </div>
        );
      })}
    </section>
  );
}

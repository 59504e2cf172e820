// Which files an order of only what changed consists of: those whose bytes, or whose masked values,
// would differ today. Pure.
import type { FileChange } from '@isobar/contract/orders/changes.ts';
import { mergeSpans, type Span } from '@isobar/contract/orders/span.ts';
import { within } from '@isobar/contract/quality/affected.ts';
import { masksOf } from '../quality/masks.ts';
import { allOf, type ReportLookUp, spansOn } from '../quality/spans.ts';
import { type Evidence, type KeptHolding, wholeSeconds } from './evidence.ts';

/** Names of files as the archive has them now, for one selection of the order. */
export interface TouchedFiles {
  readonly selection: number;
  readonly datastream: string;
  readonly files: readonly string[];
}

/** Selections of which nothing changed are left out. */
export function touchedFiles(
  tables: ReportLookUp,
  { kept, inputs }: Pick<Evidence, 'kept' | 'inputs'>,
  changes: readonly FileChange[],
): TouchedFiles[] {
  const inputsOf = (number: number) => inputs.filter((input) => input.holdings.includes(number));
  const changed = new Map(changes.map((change) => [`${change.datastream}/${change.file}`, change]));
  const touched = kept.holdings.map((holding, number) => namesOf(holding, number));
  const isAnyTogether = kept.holdings.some(({ together }, n) => together && touched[n] !== null);
  return kept.holdings.flatMap((holding, number): TouchedFiles[] => {
    const names = touched[number] ?? (holding.together && isAnyTogether ? new Set<string>() : null);
    if (names === null) return [];
    if (holding.joined)
      for (const input of inputsOf(number))
        if (!isAbsent(changed.get(keyOf(input)))) names.add(input.file);
    const { selection, datastream } = holding;
    return [{ selection, datastream, files: [...names].sort() }];
  });

  /** Null: nothing of the selection changed. */
  function namesOf(holding: KeptHolding, number: number): Set<string> | null {
    const own = inputsOf(number);
    const masksNow =
      holding.filters.length === 0
        ? []
        : masksOf(spansOn(tables, allOf(holding.datastream)), holding.filters);
    const isMaskedAnew = maskComparison(holding, masksNow);
    const names = new Set<string>();
    for (const input of own) {
      const change = changed.get(`${input.datastream}/${input.file}`);
      for (const { file } of change?.now ?? []) names.add(file);
      if (!change && isMaskedAnew(wholeSeconds(input))) names.add(input.file);
    }
    const isTouched = names.size > 0 || own.some((input) => changed.has(keyOf(input)));
    return isTouched ? names : null;
  }
}

const keyOf = (input: { readonly datastream: string; readonly file: string }): string =>
  `${input.datastream}/${input.file}`;

const isAbsent = (change: FileChange | undefined): boolean => change?.kind === 'withdrawn';

type Mask = KeptHolding['masks'][number];

/** Answers of a span of time whether other values are masked in it now than then. */
function maskComparison(holding: KeptHolding, now: readonly Mask[]): (span: Span) => boolean {
  const concerns = ({ variables }: Mask): boolean =>
    variables === 'all' ||
    holding.variables.length === 0 ||
    variables.some((name) => holding.variables.includes(name));
  const [before, after] = [holding.masks.filter(concerns), now.filter(concerns)];
  const text = (masks: readonly Mask[]) => JSON.stringify(masks);
  if (text(before) === text(after)) return () => false;
  return (span) => covered(holding, before, span) !== covered(holding, after, span);
}

/** What is masked in a span, by variable, in one form whichever reports mask it. */
function covered(holding: KeptHolding, masks: readonly Mask[], span: Span): string {
  const spansOf = (some: readonly Mask[]) =>
    within(
      some.map(({ start, end }) => ({ start: Math.ceil(start), end: Math.floor(end) })),
      [span],
    );
  const all = masks.filter(({ variables }) => variables === 'all');
  const names = new Set(masks.flatMap(({ variables }) => (variables === 'all' ? [] : variables)));
  const wanted = [...names]
    .filter((name) => holding.variables.length === 0 || holding.variables.includes(name))
    .sort();
  const whole = mergeSpans(spansOf(all));
  const own = wanted.map((name) => {
    const some = masks.filter(({ variables }) => variables === 'all' || variables.includes(name));
    return [name, mergeSpans(spansOf(some))] as const;
  });
  return JSON.stringify([
    whole,
    own.filter(([, spans]) => JSON.stringify(spans) !== JSON.stringify(whole)),
  ]);
}

// 'ML Recommendations': the preference, and at most five instruments of each kind, each with the
// reason.
import type {
  RecommendationKind,
  Recommendations,
} from '@isobar/contract/calls/recommendations.ts';
import type { Person } from '../../lib/session.ts';
import { Switch } from '../../ui/checkbox.tsx';
import { FailurePanel } from '../../ui/panels.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { SaveState } from './save-state.tsx';
import { useInstrumentNames, useRecommendations } from './use-recommendations.ts';
import { useSetWish, useWish } from './use-wish.ts';

export function RecommendationsTab({ person }: { readonly person: Person }) {
  const { wish, failure, refetch, isFetching } = useWish(person);
  const { save, set } = useSetWish(person);
  return (
    <div className="grid max-w-[44rem] gap-8">
      <section aria-labelledby="wish-title">
        <h3 id="wish-title" className="mb-2 font-strong">
          Recommend instruments to me
        </h3>
        <Switch checked={wish ?? false} disabled={typeof wish !== 'boolean'} onChange={set}>
          Use my orders and saved searches
          <span className="block text-sm text-ink-2">
            Once a night they are compared, without names, with those of other users. When off,
            nothing is computed for you, and earlier results are removed.
          </span>
        </Switch>
        <SaveState save={save} />
        {wish === null && (
          <FailurePanel
            what="Your choice could not be loaded, so nothing is recommended for now."
            why={failure?.message}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
      </section>
      {wish === true && <Lists personId={person.personId} />}
    </div>
  );
}

const WORDS: readonly {
  readonly kind: RecommendationKind;
  readonly title: string;
  readonly text: string;
}[] = [
  {
    kind: 'work-based-rec',
    title: 'From your work',
    text: 'Often ordered together with what you order.',
  },
  {
    kind: 'KNN-based-rec',
    title: 'From similar users',
    text: 'Ordered by users whose orders are most like yours.',
  },
  {
    kind: 'SVD-based-rec',
    title: 'From all users',
    text: 'Fits the patterns of all orders so far.',
  },
];

function Lists({ personId }: { readonly personId: string }) {
  const answers = useRecommendations(personId);
  const all = WORDS.map(({ kind }) => answers[kind].data?.recommendations ?? []);
  const codes = all.flat().flatMap((one) => [one.instrumentCode, ...one.because]);
  const names = useInstrumentNames([...new Set(codes)].sort());
  const isPending = WORDS.some(({ kind }) => answers[kind].isPending);
  const failed = WORDS.map(({ kind }) => answers[kind]).find(({ error }) => error);
  if (isPending) return <Spinner label="Looking up what is recommended…" />;
  if (failed?.error)
    return (
      <FailurePanel
        what="Recommendations could not be loaded."
        why={failed.error.message}
        busy={failed.isFetching}
        onRetry={() => {
          for (const { kind } of WORDS) if (answers[kind].error) void answers[kind].refetch();
        }}
      />
    );
  if (all.every((list) => list.length === 0))
    return (
      <div>
        <p>No recommendations available.</p>
        <p className="text-base text-ink-2">They are computed once a night from orders.</p>
      </div>
    );
  const data = answers['work-based-rec'].data;
  if (data?.basis === 'popular')
    return (
      <List
        title="What others use"
        text="You have no orders yet. These products are ordered most on the topics of your saved searches."
        found={data}
        names={names}
      />
    );
  return (
    <>
      {WORDS.map(({ kind, title, text }) => {
        const found = answers[kind].data;
        return found && <List key={kind} title={title} text={text} found={found} names={names} />;
      })}
    </>
  );
}

function List(props: {
  readonly title: string;
  readonly text: string;
  readonly found: Recommendations;
  readonly names: ReadonlyMap<string, string>;
}) {
  const { title, text, found, names } = props;
  return (
    <section aria-label={title} className="border-t border-rule pt-6">
      <h3 className="font-strong">{title}</h3>
      <p className="mb-2 text-base text-ink-2">{text}</p>
      {found.recommendations.length === 0 && <p>No recommendations available.</p>}
      <ul className="grid gap-2.5">
        {found.recommendations.map(({ instrumentCode, instrumentName, because }) => (
          <li key={instrumentCode}>
            <a
              className="link"
              href={`#/results/instrument_code::${encodeURIComponent(instrumentCode)}`}
            >
              {nameOf(instrumentCode, names.get(instrumentCode) || instrumentName)}
            </a>{' '}
            <span className="font-mono text-sm text-ink-2">{instrumentCode}</span>
            {because.length > 0 && (
              <span className="block text-sm text-ink-2">
                because you ordered or saved{' '}
                {because.map((code) => names.get(code) || code).join(' and ')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Many a name ends with the code, which is shown beside it: 'Surface Cloud Grid
 * (15swfcldgrid1long)'.
 */
const nameOf = (code: string, name: string): string =>
  (name.endsWith(`(${code})`) ? name.slice(0, -code.length - 2).trim() : name) || code;

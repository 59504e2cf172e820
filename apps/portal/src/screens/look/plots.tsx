// All plots of the screen on one axis of time, with one cursor, read-outs, legend, and what is
// known of the state of the data.
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { AXIS } from '../../parts/look/frame.tsx';
import { useWindow, useWindowState } from '../../parts/look/look-queries.ts';
import { Patterns } from '../../parts/look/report-bands.tsx';
import { type Fetched, fetchedFor, secondsOf, type Window } from '../../parts/look/window.ts';
import { type LookOf, type LookPlace, lookHref } from '../../parts/look-address.ts';
import { useWidth } from '../../parts/quicklooks/use-width.ts';
import { useSample } from '../../parts/sample-query.ts';
import { NARROW, useMedia } from '../../ui/use-media.ts';
import { AddBeside } from './add-beside.tsx';
import { Legend } from './legend.tsx';
import { Panel } from './panel.tsx';
import { type ReadOut, ReadOuts } from './read-outs.tsx';
import { type Moves, useGestures } from './use-gestures.ts';

/** Launches are looked for so far from the cursor, seconds. */
const LAUNCH_REACH = 6 * 3600;
const COLOURS = ['var(--accent)', 'var(--second)', 'var(--q-note)', 'var(--q-limited)'];

/** What is fetched of the first variable, and of the others with it. */
function useFirst(of: LookOf, window: Window, width: number, life: Window) {
  const before = useRef<Fetched | null>(null);
  const [arrived, setArrived] = useState<Fetched | null>(null);
  const fetched = fetchedFor(window, width, life, before.current, arrived === before.current);
  before.current = fetched;
  const first = useWindow(of, fetched);
  const isHere = first.data !== undefined && !first.isPlaceholderData;
  useEffect(() => {
    if (isHere) setArrived(fetched);
  }, [isHere, fetched]);
  return { fetched, first };
}

export function Plots(props: {
  readonly of: LookOf;
  readonly place: LookPlace;
  readonly life: Window;
  readonly window: Window;
  readonly canAdd: boolean;
  readonly onWindow: (window: Window) => void;
  readonly onBeside: (beside: readonly LookOf[]) => void;
  readonly onState: (state: string | undefined) => void;
}) {
  const { of, place, life, window, canAdd, onWindow, onBeside, onState } = props;
  const [frame, full] = useWidth<HTMLDivElement>(1240);
  const width = Math.max(120, full - AXIS);
  const isNarrow = useMedia(NARROW);
  const height = isNarrow ? 190 : place.beside.length > 0 ? 200 : 290;
  const [cursor, setCursor] = useState<number | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [adding, setAdding] = useState(false);
  const [outs, setOuts] = useState<readonly ReadOut[]>([]);
  const { fetched, first } = useFirst(of, window, width, life);
  const all = [of, ...place.beside];
  const step = Math.max(1, stepOf(secondsOf(window) / width, first.data?.every ?? null));
  const onCursor: Moves['onCursor'] = (time, at) => {
    setCursor(time);
    if (at !== null) setShare(at);
  };
  useGestures(frame, { window, life, cursor, step, onWindow, onCursor });
  const put = useCallback(
    (at: number, out: ReadOut): void =>
      setOuts((before) => Object.assign([...before], { [at]: out })),
    [],
  );
  return (
    <>
      <Patterns />
      <div
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move the window and the cursor
        tabIndex={0}
        role="application"
        aria-label="Plots. Arrows move the cursor, Shift and arrows the window, plus and minus zoom, 0 shows everything."
        className={place.isTable ? 'outline-offset-4' : 'look-plots'}
      >
        {all.map((one, at) => (
          <OnePlot
            key={`${one.datastream} ${one.variable}`}
            {...{ one, at, fetched, place, window, width, height, cursor, share, put }}
            onRemove={() => onBeside(place.beside.filter((_, n) => n !== at - 1))}
          />
        ))}
      </div>
      {first.data && <Legend reply={first.data} law={place.law} />}
      <ReadOuts
        cursor={cursor}
        outs={outs.slice(0, all.length)}
        state={<State {...{ of, place, window, onState }} />}
      />
      <Suspense>
        {adding ? (
          <AddBeside
            first={of}
            onAdd={(next) => {
              setAdding(false);
              onBeside([...place.beside, next]);
            }}
            onClose={() => setAdding(false)}
          />
        ) : (
          canAdd && (
            <button type="button" className="link mt-4 text-sm" onClick={() => setAdding(true)}>
              + Add a variable on the same axis of time
            </button>
          )
        )}
      </Suspense>
    </>
  );
}

/** One pixel, or one sample where these are farther apart. */
const stepOf = (pixel: number, every: number | null): number => Math.max(pixel, every ?? 0);

function OnePlot(props: {
  readonly one: LookOf;
  readonly at: number;
  readonly fetched: Fetched;
  readonly place: LookPlace;
  readonly window: Window;
  readonly width: number;
  readonly height: number;
  readonly cursor: number | null;
  /** Height of the pointer as a share of the plot, from the top. */
  readonly share: number | null;
  readonly put: (at: number, out: ReadOut) => void;
  readonly onRemove: () => void;
}) {
  const { one, at, fetched, place, window, width, height, cursor, share, put, onRemove } = props;
  const query = useWindow(one, fetched);
  const reply = query.data;
  const image = reply?.shown?.kind === 'image' ? reply.shown : null;
  const level = image && share !== null ? image.top - share * (image.top - image.bottom) : null;
  const pixel = secondsOf(window) / width;
  const within =
    image && image.launches.length > 0
      ? LAUNCH_REACH
      : Math.max(pixel * 2, (reply?.every ?? 60) * 1.5);
  const isAsked = cursor !== null || (place.isTable && image !== null);
  const time = isAsked ? (cursor ?? (window.from + window.to) / 2) : null;
  const { data: sample } = useSample(one, time, within);
  useEffect(() => {
    put(at, { name: one.variable, reply, sample, level });
  }, [put, at, one.variable, reply, sample, level]);
  return (
    <Panel
      of={one}
      {...{ query, window, width, height, cursor, level, sample }}
      law={place.law}
      isTable={place.isTable}
      isFirst={at === 0}
      colour={COLOURS[at] ?? 'var(--accent)'}
      actions={
        at > 0 && (
          <>
            <a className="link" href={lookHref(one, { from: window.from, to: window.to })}>
              View it alone
            </a>
            {' · '}
            <button type="button" className="link" onClick={onRemove}>
              Remove
            </button>
          </>
        )
      }
    />
  );
}

/**
 * The state of what is shown; after a link that holds an older one, whether anything has changed
 * since.
 */
function State(props: {
  readonly of: LookOf;
  readonly place: LookPlace;
  readonly window: Window;
  readonly onState: (state: string | undefined) => void;
}) {
  const { of, place, window, onState } = props;
  const { data } = useWindowState(of, window);
  const state = data?.state;
  useEffect(() => onState(state), [onState, state]);
  const isSame = place.state !== '' && state === place.state;
  const isOther = place.state !== '' && state !== undefined && state !== place.state;
  return (
    <>
      <dt className="text-ink-2">State of the data</dt>
      <dd>
        <span className="font-mono">{state ?? '…'}</span>
        {isSame && <span className="ml-2">as when the link was made</span>}
        {isOther && (
          <span role="status" className="ml-2 text-warn">
            changed since the link was made ({place.state}): these are the present values
          </span>
        )}
      </dd>
    </>
  );
}

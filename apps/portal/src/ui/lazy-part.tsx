// Components that are loaded when they are first shown. A part that cannot be loaded shows a
// message in its place, with 'Try again'.
import {
  type ComponentType,
  createContext,
  createElement,
  lazy,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react';
import { part, reasonOf } from '../loading/load.ts';
import { reloadOnce } from '../loading/reload-once.ts';
import { type FailureLook, PartFailure } from './part-failure.tsx';

export type LazyOptions<P> = {
  /** How a failure looks; default 'panel'. */
  readonly failure?: FailureLook;
  /** For parts that were opened: what 'Dismiss' does, besides removing the failure. */
  readonly onDismiss?: (props: P) => void;
};

type LazyPart<P> = ComponentType<P> & {
  /** Loads it before it is shown; a failure is reported only when it is shown. */
  readonly preload: () => void;
};

type Retry = { readonly again: () => void; readonly busy: boolean; readonly dismiss: () => void };

const RetryContext = createContext<Retry>({ again: () => {}, busy: false, dismiss: () => {} });

/** Where a part comes from, shared by all places that show it. */
type Source<P> = {
  readonly onDismiss: (props: P) => void;
  /**
   * What to show: the part, or its failure. `isRetry`: a file that is gone is worth a reload of the
   * page.
   */
  readonly latest: (isRetry: boolean) => ComponentType<P>;
};

/** Called by a part that has arrived, for the places where it is shown as failed. */
type Failures = Set<() => void>;

/**
 * `lazyPart('The calendar', () => import('./calendar.tsx').then((module) => module.Calendar))`. It
 * suspends while it loads. Every file of the portal that is not needed at first is loaded through
 * this, `screen` or `load`; a static check enforces it.
 */
export function lazyPart<P extends object>(
  what: string,
  from: () => Promise<ComponentType<P>>,
  { failure: look = 'panel', onDismiss = () => {} }: LazyOptions<P> = {},
): LazyPart<P> {
  const wanted = part(from);
  const failures: Failures = new Set();
  let current: ComponentType<P> | null = null;
  const made = (isRetry: boolean): ComponentType<P> => {
    /**
     * Until the failure is on the page: while it waits, React asks again for what it is to show.
     */
    const forget = (): void => {
      if (current === one) current = null;
    };
    const one: ComponentType<P> = lazy(async () => {
      try {
        const component = await wanted.load();
        for (const retry of failures) retry();
        return { default: component };
      } catch (error) {
        const reason = isRetry ? await reloadOnce(error, window.location) : error;
        // the page is being reloaded
        if (reason === null) return await new Promise<never>(() => {});
        const failed = { what, look, why: reasonOf(reason), failures, onShown: forget };
        return { default: () => <Failed {...failed} /> };
      }
    });
    return one;
  };
  const latest = (isRetry: boolean): ComponentType<P> => {
    current ??= made(isRetry);
    return current;
  };
  const source: Source<P> = { onDismiss, latest };
  const preload = (): void => void wanted.load().catch(() => {});
  return Object.assign((props: P) => <Shown source={source} given={props} />, { preload });
}

/** A part in one place. */
function Shown<P extends object>(props: { readonly source: Source<P>; readonly given: P }) {
  const { source, given } = props;
  const [shown, setShown] = useState(() => source.latest(false));
  const [busy, setBusy] = useState(false);
  const [dismissed, setDismissed] = useState(false);
  const again = useCallback((): void => {
    setBusy(true);
    startTransition(() => {
      setBusy(false); // together with what comes of the try
      setShown(source.latest(true));
    });
  }, [source]);
  if (dismissed) return null;
  const dismiss = (): void => {
    setDismissed(true);
    source.onDismiss(given);
  };
  return (
    <RetryContext value={{ again, busy, dismiss }}>{createElement(shown, given)}</RetryContext>
  );
}

function Failed(props: {
  readonly what: string;
  readonly look: FailureLook;
  readonly why: string;
  readonly failures: Failures;
  /** Called when it is on the page. */
  readonly onShown: () => void;
}) {
  const { failures, onShown, ...texts } = props;
  const { again, busy, dismiss } = useContext(RetryContext);
  useEffect(() => {
    onShown();
    failures.add(again);
    return () => void failures.delete(again);
  }, [failures, again, onShown]);
  return <PartFailure {...texts} busy={busy} onRetry={again} onDismiss={dismiss} />;
}

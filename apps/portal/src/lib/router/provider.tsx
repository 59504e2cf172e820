// The router in React: what is shown, and the parts of its address for the screens.
import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import type { Router, Shown } from './create-router.ts';
import { FailureBoundary, type FailureProps } from './failure-boundary.tsx';
import type { Location, Params } from './location.ts';

const RouterContext = createContext<Router | null>(null);
const ShownContext = createContext<Shown | null>(null);

/** The page stays quiet until the first screen is there. */
export function RouterProvider(props: { readonly router: Router; readonly children: ReactNode }) {
  const { router } = props;
  const [shown, setShown] = useState(router.shown);
  useEffect(() => {
    setShown(router.shown());
    return router.subscribe((next) => startTransition(() => setShown(next)));
  }, [router]);
  useLayoutEffect(() => {
    if (shown && shown.scroll !== null) window.scrollTo(0, shown.scroll);
  }, [shown]);
  if (!shown) return <div className="boot" />;
  return (
    <RouterContext value={router}>
      <ShownContext value={shown}>{props.children}</ShownContext>
    </RouterContext>
  );
}

/** The screen of the address. */
export function Outlet(props: {
  readonly pending: ReactNode;
  readonly missing: ReactNode;
  readonly failure: ComponentType<FailureProps>;
}) {
  const router = useRouter();
  const { screen: Screen, location } = useShown();
  if (Screen === null) return props.missing;
  if (Screen === 'coming') return props.pending;
  if ('failed' in Screen) {
    const Failure = props.failure;
    return <Failure error={Screen.failed} reset={() => void router.again()} />;
  }
  return (
    <FailureBoundary key={screenOf(location)} failure={props.failure} at={location.href}>
      <Suspense fallback={props.pending}>
        <Screen />
      </Suspense>
    </FailureBoundary>
  );
}

const screenOf = ({ pathname }: Location): string => pathname.split('/')[1]?.toLowerCase() ?? '';

export function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error('There is no router around this.');
  return router;
}

function useShown(): Shown {
  const shown = use(ShownContext);
  if (!shown) throw new Error('There is no router around this.');
  return shown;
}

export const useLocation = (): Location => useShown().location;
/** The parts of the path that the route names; '_splat': what follows them. */
export const useParams = (): Params => useShown().params;
/** The parameters after '?'. */
export const useSearch = (): Location['search'] => useShown().location.search;
/** The first part of the path, which names the screen, in small letters. */
export const useScreenName = (): string => screenOf(useLocation());

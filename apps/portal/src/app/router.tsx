// Every route of the portal, under '#/' of /discovery/. Paths match without regard to case (decision 3).
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { inTime } from '../lib/in-time.ts';
import { NotFound, ScreenFailure, ScreenPending } from './fallbacks.tsx';
import { formatQuery, parseQuery } from './query-string.ts';
import { Shell } from './shell.tsx';

/** A screen, which is loaded when it is opened. */
const screen: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(inTime(load), name);

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const homeScreen = screen(() => import('../screens/home/home-screen.tsx'), 'HomeScreen');

const textOnly = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

const home = (['/', '/datasearch'] as const).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: textOnly,
    component: homeScreen,
  }),
);

const results = createRoute({
  getParentRoute: () => root,
  path: '/results/$',
  validateSearch: textOnly,
  component: screen(
    () => import('../screens/data-search/data-search-screen.tsx'),
    'DataSearchScreen',
  ),
});

const guidedSearch = createRoute({
  getParentRoute: () => root,
  path: '/guidedsearch',
  validateSearch: textOnly,
  component: screen(
    () => import('../screens/guided-search/guided-search-screen.tsx'),
    'GuidedSearchScreen',
  ),
});

const locationSearch = createRoute({
  getParentRoute: () => root,
  path: '/locationsearch',
  validateSearch: textOnly,
  component: screen(
    () => import('../screens/location-search/location-search-screen.tsx'),
    'LocationSearchScreen',
  ),
});

const quicklooksScreen = screen(
  () => import('../screens/quicklooks/quicklooks-screen.tsx'),
  'QuicklooksScreen',
);
const quicklooks = (['/quicklooks', '/quicklooks/$ds', '/quicklooks/$ds/$vn'] as const).map(
  (path) =>
    createRoute({
      getParentRoute: () => root,
      path,
      validateSearch: textOnly,
      component: quicklooksScreen,
    }),
);

const dayScreen = screen(() => import('../screens/day-plots/day-screen.tsx'), 'DayScreen');
const days = (['/day/$site/$facility', '/across/$product/$vn'] as const).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: textOnly,
    component: dayScreen,
  }),
);

const cartScreen = screen(() => import('../screens/cart/cart-screen.tsx'), 'CartScreen');
const saved = createRoute({
  getParentRoute: () => root,
  path: '/saved',
  component: cartScreen,
});
/** The cart with plots over it. */
const savedPlots = createRoute({
  getParentRoute: () => root,
  path: '/saved/quicklooks/$',
  validateSearch: textOnly,
  component: cartScreen,
});

const report = createRoute({
  getParentRoute: () => root,
  path: '/report/$id',
  validateSearch: textOnly,
  component: screen(() => import('../screens/report/report-screen.tsx'), 'ReportScreen'),
});
const orderReport = createRoute({
  getParentRoute: () => root,
  path: '/orderreport/$orderId',
  validateSearch: textOnly,
  component: screen(
    () => import('../screens/order-report/order-report-screen.tsx'),
    'OrderReportScreen',
  ),
});
const writtenReports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  component: screen(
    () => import('../screens/written-reports/written-reports-screen.tsx'),
    'WrittenReportsScreen',
  ),
});
const writtenReport = createRoute({
  getParentRoute: () => root,
  path: '/reports/$id',
  component: screen(
    () => import('../screens/written-reports/written-report-screen.tsx'),
    'WrittenReportScreen',
  ),
});

const operate = createRoute({
  getParentRoute: () => root,
  path: '/operate/$',
  component: screen(() => import('../screens/operate/operate-screen.tsx'), 'OperateScreen'),
});

const accountStart = createRoute({
  getParentRoute: () => root,
  path: '/account',
  validateSearch: textOnly,
  beforeLoad: ({ search }) => {
    throw redirect({
      to: '/account/$selected',
      params: { selected: search.selected ?? 'profile' },
      replace: true,
    });
  },
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account/$selected',
  validateSearch: textOnly,
  component: screen(() => import('../screens/account/account-screen.tsx'), 'AccountScreen'),
});

const support = createRoute({
  getParentRoute: () => root,
  path: '/support',
  component: screen(() => import('../screens/support/support-screen.tsx'), 'SupportScreen'),
});

/** How one message stands: the link of its mail. */
const incident = createRoute({
  getParentRoute: () => root,
  path: '/support/$key',
  component: screen(() => import('../screens/support/support-screen.tsx'), 'IncidentScreen'),
});

const signUpScreen = screen(() => import('../screens/sign-up/sign-up-screen.tsx'), 'SignUpScreen');
/** Accounts by mail; the last is the link of a mail. */
const signUp = (['/register', '/forgotten', '/confirm/$key'] as const).map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: signUpScreen,
  }),
);

/** Built once at start; tests build their own over a memory history. */
export const createPortalRouter = (history = createHashHistory()) =>
  createRouter({
    routeTree: root.addChildren([
      ...home,
      guidedSearch,
      locationSearch,
      results,
      ...quicklooks,
      ...days,
      saved,
      savedPlots,
      report,
      orderReport,
      writtenReports,
      writtenReport,
      operate,
      accountStart,
      account,
      ...signUp,
      support,
      incident,
    ]),
    history,
    pathParamsAllowedCharacters: [':', ',', '+', '@'],
    parseSearch: parseQuery,
    stringifySearch: formatQuery,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingComponent: ScreenPending,
    defaultErrorComponent: ScreenFailure,
  });

export type PortalRouter = ReturnType<typeof createPortalRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
}

// Every route of the portal, under '#/' of /discovery/. Paths match without regard to case
// (decision 1003).
import type { RouterHistory } from '@tanstack/history';
import { createRouter, type Destination, type Router } from '../lib/router/create-router.ts';
import { screen } from '../lib/router/screen.ts';
import { PATHS, type Path } from './paths.ts';

const home = screen(() => import('../screens/home/home-screen.tsx'), 'HomeScreen');
const results = screen(
  () => import('../screens/data-search/data-search-screen.tsx'),
  'DataSearchScreen',
);
const guidedSearch = screen(
  () => import('../screens/guided-search/guided-search-screen.tsx'),
  'GuidedSearchScreen',
);
const locationSearch = screen(
  () => import('../screens/location-search/location-search-screen.tsx'),
  'LocationSearchScreen',
);
const findDays = screen(
  () => import('../screens/find-days/find-days-screen.tsx'),
  'FindDaysScreen',
);
const look = screen(() => import('../screens/look/look-screen.tsx'), 'LookScreen');
const quicklooks = screen(
  () => import('../screens/quicklooks/quicklooks-screen.tsx'),
  'QuicklooksScreen',
);
const day = screen(() => import('../screens/day-plots/day-screen.tsx'), 'DayScreen');
const cart = screen(() => import('../screens/cart/cart-screen.tsx'), 'CartScreen');
const report = screen(() => import('../screens/report/report-screen.tsx'), 'ReportScreen');
const orderReport = screen(
  () => import('../screens/order-report/order-report-screen.tsx'),
  'OrderReportScreen',
);
const orderDraft = screen(
  () => import('../screens/order-draft/order-draft-screen.tsx'),
  'OrderDraftScreen',
);
const qualityReports = screen(
  () => import('../screens/quality-reports/quality-reports-screen.tsx'),
  'QualityReportsScreen',
);
const writtenReports = screen(
  () => import('../screens/written-reports/written-reports-screen.tsx'),
  'WrittenReportsScreen',
);
const writtenReport = screen(
  () => import('../screens/written-reports/written-report-screen.tsx'),
  'WrittenReportScreen',
);
const operate = screen(() => import('../screens/admin/operate-screen.tsx'), 'AdminScreen');
const account = screen(() => import('../screens/account/account-screen.tsx'), 'AccountScreen');
const verify = screen(() => import('../screens/verify/verify-screen.tsx'), 'VerifyScreen');
const difference = screen(
  () => import('../screens/difference/difference-screen.tsx'),
  'DifferenceScreen',
);
const support = screen(() => import('../screens/support/support-screen.tsx'), 'SupportScreen');
const incident = screen(() => import('../screens/support/support-screen.tsx'), 'IncidentScreen');
/** Making and restoring an account by links in mails. */
const signUp = screen(() => import('../screens/sign-up/sign-up-screen.tsx'), 'SignUpScreen');

const TO: Readonly<Record<Path, Destination>> = {
  '/': { screen: home },
  '/datasearch': { screen: home },
  '/results/$': { screen: results },
  '/guidedsearch': { screen: guidedSearch },
  '/locationsearch': { screen: locationSearch },
  '/days': { screen: findDays },
  '/look/$ds': { screen: look },
  '/look/$ds/$vn': { screen: look },
  '/quicklooks': { screen: quicklooks },
  '/quicklooks/$ds': { screen: quicklooks },
  '/quicklooks/$ds/$vn': { screen: quicklooks },
  '/day/$site/$facility': { screen: day },
  '/across/$product/$vn': { screen: day },
  '/saved': { screen: cart },
  '/saved/quicklooks/$': { screen: cart }, // the cart with plots over it
  '/report/$id': { screen: report },
  '/orderreport/$orderId': { screen: orderReport },
  '/orders/drafts/$draftId': { screen: orderDraft },
  '/qualityreports': { screen: qualityReports },
  '/reports': { screen: writtenReports },
  '/reports/$id': { screen: writtenReport },
  '/operate/$': { screen: operate },
  '/account': {
    instead: ({ search }) => `/account/${encodeURIComponent(search.selected ?? 'profile')}`,
  },
  '/account/$selected': { screen: account },
  '/register': { screen: signUp },
  '/forgotten': { screen: signUp },
  '/connect': { screen: signUp }, // after a sign-in at another site
  '/confirm/$key': { screen: signUp }, // the link of a mail
  '/verify': { screen: verify }, // whether what a user has is still right
  '/difference/$': { screen: difference }, // of an order, or of a file: datastream/name
  '/support': { screen: support },
  '/support/$key': { screen: incident }, // how one message stands: the link of its mail
};

/** The page that shows the parts of the interface; it is not in the built portal. */
const WORKSHOP = import.meta.env.DEV
  ? [{ path: '/ui', screen: screen(() => import('../screens/ui/ui-screen.tsx'), 'UiScreen') }]
  : [];

/** Built once at start; tests build their own over a memory history. */
export const createPortalRouter = (history?: RouterHistory): Router =>
  createRouter([...PATHS.map((path) => ({ path, ...TO[path] })), ...WORKSHOP], history);

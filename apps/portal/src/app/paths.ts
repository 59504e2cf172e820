// The path of every route of the portal. The browser tests that open all screens follow this list,
// too.

/**
 * '$name' stands for one part of the path, '$' at the end for all that follows. The first path that
 * fits is taken.
 */
export const PATHS = [
  '/',
  '/datasearch',
  '/results/$',
  '/guidedsearch',
  '/locationsearch',
  '/days',
  '/look/$ds',
  '/look/$ds/$vn',
  '/quicklooks',
  '/quicklooks/$ds',
  '/quicklooks/$ds/$vn',
  '/day/$site/$facility',
  '/across/$product/$vn',
  '/saved',
  '/saved/quicklooks/$',
  '/report/$id',
  '/orderreport/$orderId',
  '/orders/drafts/$draftId',
  '/qualityreports',
  '/reports',
  '/reports/$id',
  '/operate/$',
  '/account',
  '/account/$selected',
  '/register',
  '/forgotten',
  '/connect',
  '/confirm/$key',
  '/verify',
  '/difference/$',
  '/support',
  '/support/$key',
] as const;

export type Path = (typeof PATHS)[number];

// The path of every route of the portal. The checks of all screens in a real browser are held to this list, too.

/** '$name' is a part of the path, '$' at the end all that follows. The first that fits counts. */
export const PATHS = [
  '/',
  '/datasearch',
  '/results/$',
  '/guidedsearch',
  '/locationsearch',
  '/quicklooks',
  '/quicklooks/$ds',
  '/quicklooks/$ds/$vn',
  '/day/$site/$facility',
  '/across/$product/$vn',
  '/saved',
  '/saved/quicklooks/$',
  '/report/$id',
  '/orderreport/$orderId',
  '/reports',
  '/reports/$id',
  '/operate/$',
  '/account',
  '/account/$selected',
  '/register',
  '/forgotten',
  '/confirm/$key',
  '/support',
  '/support/$key',
] as const;

export type Path = (typeof PATHS)[number];

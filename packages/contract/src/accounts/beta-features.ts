// Features that some users try before everybody has them. An operator gives them by name.
import * as z from 'zod/mini';

export interface BetaFeature {
  readonly name: string;
  readonly label: string;
  /** What a user can do with it. */
  readonly text: string;
}

/** Those of the portal; other applications may have features of their own. */
export const BETA_FEATURES = [
  {
    name: 'searchAsNotebook',
    label: 'Search as a notebook',
    text: 'Download a search as a Jupyter notebook, from the share menu of the results.',
  },
] as const satisfies readonly BetaFeature[];

/** What a name may look like. */
export const BETA_NAME = /^[A-Za-z][A-Za-z0-9-]{0,59}$/;
export const betaName = z
  .string()
  .check(z.regex(BETA_NAME, 'is no name of a feature: letters, digits and hyphens'));

// Whether a person wants recommendations: everybody does unless they declined (A066).
import { parseSaved } from '@isobar/contract/accounts/preferences.ts';

export const WISH_PREFERENCE = 'mlRecommendation';

/** `saved`: the preference as it is kept; null: none is. */
export const isWish = (saved: string | null): boolean =>
  saved === null || parseSaved(saved) !== false;

// What the recommender answers (specification part 2 sections 3, 7 and 9).
import * as z from 'zod/mini';
import { defineCall } from './call.ts';

/** Kinds of recommendations by the name of their call: GET {recommender}/KIND?person_id=. */
export const RECOMMENDATION_KINDS = ['work-based-rec', 'KNN-based-rec', 'SVD-based-rec'] as const;
export type RecommendationKind = (typeof RECOMMENDATION_KINDS)[number];

/** The maximum number of recommendations of each kind. */
export const MOST_RECOMMENDED = 5;

export const recommendation = z.object({
  instrumentCode: z.string(),
  /** '' in the work-based list: it is looked up in the metadata by its code. */
  instrumentName: z.string(),
  /**
   * Codes of what the person used, which led to the recommendation; empty: it is what others use.
   */
  because: z.array(z.string()),
});
export type Recommendation = z.infer<typeof recommendation>;

const recommendationsQuery = z.object({ person_id: z.string().check(z.maxLength(100)) });

export const recommendations = z.object({
  /**
   * 'history': from the person's own orders and saved searches. 'popular': from what others order.
   * 'none': not wanted.
   */
  basis: z.enum(['history', 'popular', 'none']),
  /** UTC; null: the nightly job has not run. */
  madeAt: z.nullable(z.string()),
  recommendations: z.array(recommendation).check(z.maxLength(MOST_RECOMMENDED)),
});
export type Recommendations = z.infer<typeof recommendations>;

const by = (kind: RecommendationKind, about: string) =>
  defineCall({
    method: 'GET',
    service: 'recommender',
    path: `/${kind}`,
    summary: `Instruments recommended to the signed-in person: ${about}`,
    session: 'required',
    token: 'profile',
    perMinute: 120,
    query: recommendationsQuery,
    answer: recommendations,
  });

export const recommendedBy = {
  'work-based-rec': by('work-based-rec', 'used together with what the person uses'),
  'KNN-based-rec': by('KNN-based-rec', 'used by people with like use'),
  'SVD-based-rec': by('SVD-based-rec', 'by matrix factorisation of all use'),
} as const satisfies Record<RecommendationKind, unknown>;

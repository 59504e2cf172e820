// The recommender service: what the nightly job found for a person, or what others use where there
// is no history yet.
import { PREFERENCE_APPLICATION } from '@isobar/contract/accounts/preferences.ts';
import {
  MOST_RECOMMENDED,
  RECOMMENDATION_KINDS,
  type Recommendation,
  type RecommendationKind,
  type Recommendations,
  recommendedBy,
} from '@isobar/contract/calls/recommendations.ts';
import { Problem } from '@isobar/contract/problem.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Session } from '../../core/accounts/session.ts';
import { titlesOf } from '../../core/catalogue/titles.ts';
import type { CuratedTables } from '../../core/tables/curated-tables.ts';
import { productName } from '../../core/tables/product-name.ts';
import type { Http } from '../../platform/http/http.ts';
import { readSetting } from '../../store/settings.ts';
import type { Tables } from '../../store/tables.ts';
import { kept, POPULAR_SETTING } from './recommend.ts';
import { isWish, WISH_PREFERENCE } from './wish.ts';

type Db = Kysely<Tables>;

export interface RecommendFeature {
  readonly db: Db;
  readonly tables: () => Promise<CuratedTables>;
}

/** GET {recommender}/work-based-rec, /KNN-based-rec and /SVD-based-rec. */
export function registerRecommend(http: Http<Session>, { db, tables }: RecommendFeature): void {
  for (const kind of RECOMMENDATION_KINDS)
    http.route(recommendedBy[kind], async ({ query, session }): Promise<Recommendations> => {
      if (session.personId !== query.person_id)
        throw new Problem('forbidden', 'These recommendations belong to a different account.');
      if (!(await isWished(db, query.person_id)))
        return { basis: 'none', madeAt: null, recommendations: [] };
      return await recommended(db, await tables(), query.person_id, kind);
    });
}

async function isWished(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('preferences')
    .select('value')
    .where('person_id', '=', personId)
    .where('application', '=', PREFERENCE_APPLICATION)
    .where('preference', '=', WISH_PREFERENCE)
    .executeTakeFirst();
  return isWish(row?.value ?? null);
}

type Found = Omit<Recommendation, 'instrumentCode' | 'instrumentName'> & { readonly code: string };

async function recommended(
  db: Db,
  tables: CuratedTables,
  personId: string,
  kind: RecommendationKind,
): Promise<Recommendations> {
  const named = async (found: readonly Found[]): Promise<Recommendation[]> => {
    // The work-based list is turned into instruments by the client, with the catalogue (A054).
    const isNamed = kind !== 'work-based-rec';
    const codes = isNamed ? found.map(({ code }) => code) : [];
    const titles = await titlesOf(db, 'datastream_class', codes);
    return found.map(({ code, because }) => ({
      instrumentCode: code,
      instrumentName: isNamed ? productName(tables, code, titles.get(code)) : '',
      because: [...because],
    }));
  };
  const row = await db
    .selectFrom('recommendations')
    .select(['instruments', 'made_at'])
    .where('person_id', '=', personId)
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (row)
    return {
      basis: 'history',
      madeAt: formatInstant(Number(row.made_at)),
      recommendations: await named(
        kept.parse(JSON.parse(row.instruments)).slice(0, MOST_RECOMMENDED),
      ),
    };
  const codes = await popularFor(db, tables, personId);
  const recommendations = await named(codes.map((code) => ({ code, because: [] })));
  return { basis: 'popular', madeAt: null, recommendations };
}

const popular = z.array(z.object({ code: z.string(), users: z.number() }));

/**
 * What most users order; if the person's saved searches name a category of measurements, only
 * instruments of that category.
 */
async function popularFor(
  db: Db,
  tables: CuratedTables,
  personId: string,
): Promise<readonly string[]> {
  const stored = await readSetting(db, POPULAR_SETTING);
  const codes = popular.parse(JSON.parse(stored ?? '[]')).map(({ code }) => code);
  const wanted = await categoriesOf(db, personId);
  const fits = (code: string) => categoriesOfClass(tables, code).some((one) => wanted.has(one));
  const within = wanted.size > 0 ? codes.filter(fits) : [];
  return [...within, ...codes.filter((code) => !within.includes(code))].slice(0, MOST_RECOMMENDED);
}

/** `meas_category_code::aeros,cloud` in the address of a saved search. */
async function categoriesOf(db: Db, personId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('saved_searches')
    .select('address')
    .where('person_id', '=', personId)
    .execute();
  return new Set(
    rows.flatMap(
      ({ address }) =>
        /meas_category_code::([^/]+)/
          .exec(
            z.object({ path: z.string() }).catch({ path: '' }).parse(JSON.parse(address)).path,
          )?.[1]
          ?.split(',') ?? [],
    ),
  );
}

const categoriesOfClass = (tables: CuratedTables, code: string): readonly string[] =>
  tables
    .measurementsOf(tables.instrumentClassOf(code) ?? code)
    .flatMap((row) => tables.measurement(row.primary_meas_type_code)?.category_code ?? []);

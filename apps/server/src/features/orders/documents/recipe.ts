// recipe.json: everything that determines the bytes of a delivery, canonical and hashed, so that it
// can be made again.
import { dataQuality } from '@isobar/contract/quality/data-quality.ts';
import { formatInstant } from '@isobar/contract/time.ts';
import * as z from 'zod';
import { plan } from '../steps/plan.ts';
import { canonicalHash, canonicalJson, canonicalJsonInSteps, sha256Hex } from './canonical-json.ts';
import type { Evidence } from './evidence.ts';

const content = z.object({
  /** Version of this form. */
  recipe: z.literal(1),
  orderId: z.number(),
  orderDate: z.string(),
  archive: z.string(),
  simulated: z.boolean(),
  software: z.object({ name: z.string(), version: z.string() }),
  /** Only what changed since this order; absent: everything. */
  changedSince: z.optional(z.number()),
  /** The accepted request, without what only concerns its delivery. */
  selectedData: z.unknown(),
  plan,
  inputs: z.array(
    z.object({
      datastream: z.string(),
      file: z.string(),
      path: z.string(),
      bytes: z.number(),
      sha256: z.string(),
    }),
  ),
  outputs: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
  missing: z.array(z.object({ file: z.string(), reason: z.string() })),
  empty: z.array(z.string()),
  /** What quality reports state about the outputs; absent: made by a version before 1.9.6. */
  quality: z.optional(z.array(dataQuality)),
});
const recipe = content.extend({
  /** SHA-256 of the canonical JSON of everything else. */
  hash: z.string(),
});
export type Recipe = z.infer<typeof recipe>;

export async function makeRecipe(
  evidence: Omit<Evidence, 'cited' | 'citing'>,
): Promise<{ readonly text: string; readonly hash: string }> {
  const { order, settings } = evidence;
  const body: z.infer<typeof content> = {
    recipe: 1,
    orderId: order.orderId,
    orderDate: formatInstant(order.orderDate),
    archive: settings.archiveName,
    simulated: evidence.simulated,
    software: { name: 'Isobar', version: settings.version },
    ...(order.request.changedSince === undefined
      ? {}
      : { changedSince: order.request.changedSince }),
    selectedData: order.request.selectedData,
    plan: evidence.plan,
    inputs: [...evidence.inputs],
    outputs: evidence.files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
    missing: [...evidence.missing],
    empty: [...evidence.empty],
    quality: [...evidence.quality],
  };
  const hash = await canonicalHash(body);
  return { text: await canonicalJsonInSteps({ ...body, hash }), hash };
}

/** Throws if it is not a recipe, or was changed since it was made. */
export function readRecipe(text: string): Recipe {
  const read = recipe.parse(JSON.parse(text));
  const { hash, ...body } = read;
  if (sha256Hex(canonicalJson(body)) !== hash)
    throw new Error('The recipe was changed since it was made: its hash does not fit.');
  return read;
}

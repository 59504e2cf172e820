// `none=empty`: if nothing is there, the answer is empty instead of 404, which every browser
// reports as an error of the page.
import * as z from 'zod/mini';

export const whenNone = z.optional(z.literal('empty'));

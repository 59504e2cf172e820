// `none=empty`: what is not there is answered empty and not with 404, which every browser tells as an error of the page.
import * as z from 'zod/mini';

export const whenNone = z.optional(z.literal('empty'));

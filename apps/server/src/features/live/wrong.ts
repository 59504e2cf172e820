// The refusal of one parameter of a live data call.
import { Problem } from '@isobar/contract/problem.ts';

export const wrong = (name: string, reason: string): Problem =>
  new Problem('bad-request', `query.${name}: ${reason}`, {
    details: [{ path: `query.${name}`, reason }],
  });

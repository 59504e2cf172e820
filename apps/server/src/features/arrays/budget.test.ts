// How many values one caller may take.
import { expect, it } from 'vitest';
import { BUDGETS, Budget, OverBudget } from './budget.ts';

it('the budget of a caller refuses once too many bytes were taken, and says when some are left again [AR14]', () => {
  let at = 0;
  const budget = new Budget(() => at);
  const taker = { key: 'address 1', most: BUDGETS.address };
  budget.take(taker, 1.5e9);
  at = 60_000;
  expect(() => budget.take(taker, 0.6e9)).toThrow(
    expect.objectContaining({ code: 'too-many-requests', seconds: 540 }),
  );
  budget.take({ key: 'person 1', most: BUDGETS.token }, 1.9e10);
  budget.take(taker, 0.5e9);
  at = 601_000;
  budget.take(taker, 1.4e9);
});

it('the budget of a caller counts a chunk whole, and from then on what is sent of it, while it is among the last that were read [AR14]', () => {
  const budget = new Budget(() => 0);
  const taker = { key: 'address 1', most: 1000 };
  const row = (chunk: number) => [{ bytes: 100, part: { key: `temp ${chunk}`, sent: 1 } }];
  for (let n = 0; n < 500; n++) budget.takeParts(taker, row(0));
  for (let n = 0; n < 4; n++) budget.takeParts(taker, row(1 + n)); // 599 and 400
  budget.takeParts(taker, row(4));
  expect(() => budget.takeParts(taker, row(0))).toThrow(OverBudget);
  budget.takeParts({ ...taker, key: 'address 2' }, row(0));
});

it('the budget of a caller counts a chunk whole again after 256 others, and an answer of many chunks without remembering any', () => {
  const budget = new Budget(() => 0);
  const taker = { key: 'address 1', most: 260 };
  const chunk = (key: number) => ({ bytes: 1, part: { key: String(key), sent: 0 } });
  budget.takeParts(
    taker,
    Array.from({ length: 257 }, (_, key) => chunk(key)),
  );
  for (let n = 0; n < 9; n++) budget.takeParts(taker, [chunk(256)]);
  for (let n = 0; n < 3; n++) budget.takeParts(taker, [chunk(n), { bytes: 0 }]);
  expect(() => budget.takeParts(taker, [{ bytes: 1 }])).toThrow(OverBudget);
});

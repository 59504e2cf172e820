import { ORDER_STEP_CODES, stepNumber } from '@isobar/contract/orders/status.ts';
import { expect, it } from 'vitest';
import {
  COMPLETE,
  FIRST_STEP,
  isStepName,
  isUnderWay,
  mayOperate,
  moveAfter,
  type OrderFacts,
  offeredActs,
  ownerActs,
  PLACED,
  STEPS,
  type StepName,
  shareDone,
  stateOf,
} from './machine.ts';

const NAMES = Object.keys(STEPS).filter(isStepName);
const fresh: OrderFacts = { step: PLACED, suspension: null, approvedAt: null, failure: null };

it('the steps of an order lead from the first, each once, to its end; tracking never goes back on the way', () => {
  const walked: StepName[] = [];
  let last = stepNumber(PLACED);
  for (let step = FIRST_STEP; ; ) {
    walked.push(step);
    const { job, code } = moveAfter(step, { end: 'made' });
    expect(stepNumber(code)).toBeGreaterThanOrEqual(last);
    last = stepNumber(code);
    if (job.end !== 'step') {
      expect({ job, code }).toEqual({ job: { end: 'done' }, code: COMPLETE });
      break;
    }
    expect(code).toBe(STEPS[job.step].code);
    step = job.step;
  }
  expect(walked).toEqual(NAMES);
});

it('the steps of an order have codes of the status call, each its own', () => {
  const codes = NAMES.map((name) => STEPS[name].code);
  expect(new Set([...codes, PLACED, COMPLETE]).size).toBe(NAMES.length + 2);
  expect(ORDER_STEP_CODES).toEqual(expect.arrayContaining(codes));
});

it('the steps of an order stay where they are for a part and for a failure, and go back to earlier ones only', () => {
  for (const [n, name] of NAMES.entries()) {
    expect(moveAfter(name, { end: 'part' })).toEqual({
      job: { end: 'again' },
      code: STEPS[name].code,
    });
    expect(moveAfter(name, { end: 'failed', reason: 'No data.' })).toEqual({
      job: { end: 'failed', reason: 'No data.' },
      code: STEPS[name].code,
    });
    for (const to of STEPS[name].back) {
      expect(NAMES.indexOf(to)).toBeLessThan(n);
      expect(moveAfter(name, { end: 'back', to })).toEqual({
        job: { end: 'step', step: to },
        code: STEPS[to].code,
      });
    }
  }
});

it('share the work among them: all of it, and none twice', () => {
  expect(shareDone(PLACED, 1)).toBe(0);
  let before = 0;
  for (const name of NAMES) {
    expect(shareDone(STEPS[name].code, 0)).toBeCloseTo(before);
    before = shareDone(STEPS[name].code, 7);
  }
  expect(before).toBe(1);
});

it('the steps of an order are no words of objects', () => {
  for (const word of ['constructor', '__proto__', 'toString', ''])
    expect(isStepName(word)).toBe(false);
});

const cases: readonly [Partial<OrderFacts>, string, readonly string[]][] = [
  [{}, 'placed', ['cancel']],
  [{ step: 'anders' }, 'working', ['cancel']],
  [{ step: 'complete' }, 'complete', []],
  [{ suspension: 'Oversize' }, 'review', ['cancel']],
  [{ suspension: 'Oversize', approvedAt: 7 }, 'placed', ['cancel']],
  [{ suspension: 'Oversize', approvedAt: 7, step: 'complete' }, 'complete', []],
  [{ failure: 'No data.', step: 'hpss' }, 'failed', ['retry']],
  [{ suspension: 'Cancelled', step: 'hpss' }, 'cancelled', ['retry']],
  [{ suspension: 'Denied' }, 'denied', []],
  // Denied after it had failed: its owner cannot retry what an operator has refused for good.
  [{ suspension: 'Denied', failure: 'No data.' }, 'denied', []],
  [{ suspension: 'Something new' }, 'review', ['cancel']],
];

it.each(cases)('%j is %s, and its owner may %j', (facts, state, acts) => {
  const order = { ...fresh, ...facts };
  expect(stateOf(order)).toBe(state);
  expect(ownerActs(order)).toEqual(acts);
  expect(isUnderWay(order)).toBe(state === 'placed' || state === 'working');
});

it('the state of an order offers operators what they may do, and no more', () => {
  expect(offeredActs({ ...fresh, suspension: 'Restricted' }, null)).toEqual(['approve', 'deny']);
  expect(offeredActs(fresh, 'waiting')).toEqual(['pause', 'cancel']);
  expect(offeredActs({ ...fresh, step: 'hpss' }, 'paused')).toEqual(['resume', 'cancel']);
  expect(offeredActs({ ...fresh, failure: 'No data.' }, 'failed')).toEqual(['retry']);
  for (const [facts] of cases)
    for (const job of ['waiting', 'paused', null] as const)
      for (const act of offeredActs({ ...fresh, ...facts }, job))
        expect(mayOperate({ ...fresh, ...facts }, act)).toBe(true);
});

it('the state of an order lets an order be denied until it is complete or ended', () => {
  const may = cases
    .filter(([facts]) => mayOperate({ ...fresh, ...facts }, 'deny'))
    .map(([, state]) => state);
  expect(new Set(may)).toEqual(new Set(['placed', 'working', 'review', 'failed']));
});

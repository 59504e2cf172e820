// Who a piece of work is done for, however far below the call; and heavy work that is done one
// piece a round.
import { expect, it } from 'vitest';
import { withOrigin } from '../log/origin.ts';
import { callerAddress, currentCaller, onBehalfOf, ownersOf, SERVER_ITSELF } from './caller.ts';
import { ownRound } from './own-round.ts';

it('work is charged to the caller, also what continues later, and otherwise to the server itself', async () => {
  const caller = { address: '192.0.2.1', requestId: 'r' };
  expect([currentCaller(), callerAddress()]).toEqual([undefined, SERVER_ITSELF]);
  const later = onBehalfOf(caller, async () => {
    await new Promise(setImmediate);
    return [currentCaller(), callerAddress()];
  });
  expect(callerAddress()).toBe(SERVER_ITSELF);
  expect(await later).toEqual([caller, '192.0.2.1']);
});

it('a job has an origin, and no caller', () => {
  withOrigin({ requestId: 'r' }, () => {
    expect([currentCaller(), callerAddress()]).toEqual([undefined, SERVER_ITSELF]);
  });
});

it('processor time is counted for the address, and for the user once the session is known', () => {
  expect(ownersOf({ address: 'a' })).toEqual(['a']);
  expect(ownersOf({ address: 'a', person: 'ada' })).toEqual(['a', 'person ada']);
});

it('pieces of heavy work are done in rounds of the event loop of their own, in their order', async () => {
  let round = 0;
  let isCounting = true;
  const count = () => {
    round++;
    if (isCounting) setImmediate(count);
  };
  setImmediate(count);
  const rounds = await Promise.all([1, 2, 3].map(() => ownRound().then(() => round)));
  isCounting = false;
  expect(new Set(rounds).size).toBe(3);
  expect(rounds.toSorted((a, b) => a - b)).toEqual(rounds);
});

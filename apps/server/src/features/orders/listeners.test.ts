// Who listens to the progress of orders, as many as a plain count of those who came and left
// allows.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openListeners } from './listeners.ts';

const MOST = { ofOne: 2, all: 4 };
/** Someone comes, or the nth who came leaves, perhaps once more. */
const steps = fc.array(fc.oneof(fc.constantFrom('ada', 'bob', 'eve'), fc.nat(5)), {
  minLength: 20,
  maxLength: 30,
});

it('the list of listeners counts who follows orders, by person and in all', () => {
  fc.assert(
    fc.property(steps, (some) => {
      const listeners = openListeners(MOST.ofOne, MOST.all);
      const came: { person: string; leave: () => void; isThere: boolean }[] = [];
      const there = () => came.filter(({ isThere }) => isThere);
      for (const step of some) {
        if (typeof step === 'number') {
          const one = came[step];
          one?.leave();
          if (one) one.isThere = false;
          continue;
        }
        const own = there().filter(({ person }) => person === step).length;
        const code = own >= MOST.ofOne ? 'too-many-requests' : 'overloaded';
        if (own < MOST.ofOne && there().length < MOST.all)
          came.push({ person: step, leave: listeners.add(step), isThere: true });
        else expect(() => listeners.add(step)).toThrow(expect.objectContaining({ code }));
      }
    }),
  );
});

// Waits after the tests of each file, so that work that a screen deferred to later iterations of
// the event loop still has its window.
import { afterAll } from 'vitest';

/**
 * A closed layer goes back in the history, the event comes one iteration later, and other layers
 * get their entries one iteration after that.
 */
const ITERATIONS = 5;

afterAll(async () => {
  for (let n = 0; n < ITERATIONS; n += 1) await new Promise((next) => setTimeout(next, 0));
});

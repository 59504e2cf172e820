// Runs before the tests of each file: what a screen put off to the next turns still has its window then.
import { afterAll } from 'vitest';

/** A layer that closes goes back in the history, which tells so in a turn of its own, after which others get their entries. */
const TURNS = 5;

afterAll(async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((next) => setTimeout(next, 0));
});

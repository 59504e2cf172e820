// Waits after the tests of each file, so that what a screen put off to later turns of the event loop still finds its window.
import { afterAll } from 'vitest';

/** A closed layer goes back in the history, the event comes a turn later, and other layers get their entries a turn after that. */
const TURNS = 5;

afterAll(async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((next) => setTimeout(next, 0));
});

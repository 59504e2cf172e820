// How it is known which mutants run in threads and processes that tests start.

/**
 * What a thread or process that a test starts runs of the mutants is written to a file, which the
 * runner reads: an id in a line when it is run first, at once, since such a thread is often ended
 * from outside. Nothing is written in the runner's own thread.
 */
export const TELLING = `;(() => {
  const space = (globalThis.__stryker__ ??= {});
  const file = globalThis.process?.env?.ISOBAR_MUTANTS_ELSEWHERE;
  if (space.isOfRunner || space.isTelling || !file) return;
  space.isTelling = true;
  const { appendFileSync } = process.getBuiltinModule('node:fs');
  const known = space.mutantCoverage?.static ?? {};
  if (Object.keys(known).length > 0) appendFileSync(file, Object.keys(known).join('\\n') + '\\n');
  const counted = (counts, id, count) => {
    if (!(id in counts)) appendFileSync(file, id + '\\n');
    counts[id] = count;
    return true;
  };
  space.mutantCoverage = { static: new Proxy(known, { set: counted }), perTest: {} };
})();`;

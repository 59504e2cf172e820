// What `npm run mutation` adds to Stryker: a sample of the changes instead of all, and each result on a line of its own at once.
import { appendFileSync } from 'node:fs';
import { CheckStatus } from '@stryker-mutator/api/check';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { chosen } from './sample.mjs';

const size = Number(process.env.ISOBAR_MUTANT_SAMPLE);
const seed = Number(process.env.ISOBAR_MUTANT_SEED);
const results = process.env.ISOBAR_MUTANT_RESULTS;

const tell = (what) => results && appendFileSync(results, `${JSON.stringify(what)}\n`);

/** Draws the sample while changes are grouped, because all of them are grouped before the first is checked. */
const sampleChecker = () => {
  let sample = new Set();
  return {
    async init() {},
    async group(mutants) {
      const ids = chosen(mutants, size || mutants.length, seed);
      sample = new Set(ids);
      tell({ sampled: ids.length, of: mutants.length });
      const rest = mutants.map(({ id }) => id).filter((id) => !sample.has(id));
      // In the order of the sample, so that a run that is stopped early has tried some of every file.
      return [...ids.map((id) => [id]), ...(rest.length > 0 ? [rest] : [])];
    },
    async check(mutants) {
      const answer = ({ id }) =>
        sample.has(id)
          ? { status: CheckStatus.Passed }
          : { status: CheckStatus.CompileError, reason: 'not in the sample' };
      return Object.fromEntries(mutants.map((mutant) => [mutant.id, answer(mutant)]));
    },
  };
};

/** The results so far count when a run is stopped. */
const lines = () => ({
  onMutantTested({ fileName, location, mutatorName, replacement, status, statusReason }) {
    tell({ fileName, location, mutatorName, replacement, status, statusReason });
  },
});

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.Checker, 'sample', sampleChecker),
  declareFactoryPlugin(PluginKind.Reporter, 'lines', lines),
];

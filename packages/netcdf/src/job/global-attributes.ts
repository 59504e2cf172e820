// Which global attributes differ between the inputs of a job: an output keeps those of its first
// input, and a note names those that differ.
import { createHash } from 'node:crypto';
import type { Attribute } from '../dataset.ts';

/** They differ from file to file and say nothing of the data. */
const EXPECTED = new Set(['history', 'command_line', '_NCProperties']);
/** Names in a note. */
const MOST_NAMED = 12;

/** Keeps one digest for each name, however many inputs there are. */
export class GlobalDifferences {
  private readonly seen = new Map<string, { digest: string; inputs: number }>();
  private readonly differing = new Set<string>();
  private inputs = 0;

  see(attributes: readonly Attribute[]): void {
    this.inputs++;
    for (const { name, value } of attributes) {
      if (EXPECTED.has(name)) continue;
      const digest = createHash('sha1').update(String(value)).digest('base64');
      const before = this.seen.get(name);
      if (!before) this.seen.set(name, { digest, inputs: 1 });
      else {
        before.inputs++;
        if (before.digest !== digest) this.differing.add(name);
      }
    }
  }

  /** undefined when all inputs say the same. */
  inWords(): string | undefined {
    const partly = [...this.seen].filter(([, { inputs }]) => inputs < this.inputs);
    const names = [...new Set([...this.differing, ...partly.map(([name]) => name)])].sort();
    if (names.length === 0) return undefined;
    const shown = names.slice(0, MOST_NAMED).join(', ');
    const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : '';
    return `global attributes differ between inputs (${shown}${more}); those of the first are kept`;
  }
}

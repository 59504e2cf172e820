// Regular expressions of the search language, matched without backtracking: all states at once, in
// linear time.
import { itemAt } from '../memory/members.ts';
import { type Budget, illegal } from './refusal.ts';

/** A character test, a fork into two states, or the end. */
type State =
  | { readonly kind: 'test'; readonly accepts: (code: number) => boolean; next: number }
  | { readonly kind: 'fork'; one: number; other: number }
  | { readonly kind: 'end' };

type Node =
  | { readonly kind: 'test'; readonly accepts: (code: number) => boolean }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly min: number; readonly max: number };

const MAX_STATES = 5000;

/**
 * A test whether a whole text fits: `. [a-z] [^a-z] | ( ) * + ? {2,5}` and `\` before a sign.
 * Throws Refusal.
 */
export function compileExpression(text: string): (value: string, budget: Budget) => boolean {
  const reader = { codes: Array.from(text), at: 0, text };
  const node = readChoice(reader, 0);
  if (reader.at < reader.codes.length) throw unreadable(text);
  const states: State[] = [{ kind: 'end' }];
  const start = build(node, 0, states, text);
  return (value, budget) => run(states, start, value, budget);
}

type Reader = { readonly codes: readonly string[]; at: number; readonly text: string };

const unreadable = (text: string) => illegal(`cannot understand the regular expression [${text}]`);

function readChoice(reader: Reader, depth: number): Node {
  if (depth > 50) throw unreadable(reader.text);
  const parts = [readSequence(reader, depth)];
  while (reader.codes[reader.at] === '|') {
    reader.at++;
    parts.push(readSequence(reader, depth));
  }
  const [only] = parts;
  return only && parts.length === 1 ? only : { kind: 'choice', parts };
}

function readSequence(reader: Reader, depth: number): Node {
  const parts: Node[] = [];
  for (let c = reader.codes[reader.at]; c !== undefined && c !== '|' && c !== ')'; ) {
    parts.push(readRepeats(reader, readAtom(reader, depth)));
    c = reader.codes[reader.at];
  }
  return { kind: 'sequence', parts };
}

function readAtom(reader: Reader, depth: number): Node {
  const c = taken(reader);
  if (c === '(') {
    const inner = readChoice(reader, depth + 1);
    if (reader.codes[reader.at++] !== ')') throw unreadable(reader.text);
    return inner;
  }
  if (c === '.') return { kind: 'test', accepts: () => true };
  if (c === '[') return { kind: 'test', accepts: readClass(reader) };
  if ('*+?{'.includes(c)) throw unreadable(reader.text);
  return literal(c === '\\' ? taken(reader) : c);
}

const literal = (c: string): Node => {
  const code = c.codePointAt(0);
  return { kind: 'test', accepts: (other) => other === code };
};

/** The next sign, which is passed. */
function taken(reader: Reader): string {
  const c = reader.codes[reader.at++];
  if (c === undefined) throw unreadable(reader.text);
  return c;
}

/** The code of the next sign, or of the one after a backslash. */
function takenCode(reader: Reader): number {
  const c = taken(reader);
  return (c === '\\' ? taken(reader) : c).codePointAt(0) ?? 0;
}

function readClass(reader: Reader): (code: number) => boolean {
  const negated = reader.codes[reader.at] === '^';
  if (negated) reader.at++;
  const ranges: (readonly [number, number])[] = [];
  for (;;) {
    if (reader.codes[reader.at] === ']' && ranges.length > 0) break;
    const from = takenCode(reader);
    const isRange = reader.codes[reader.at] === '-' && reader.codes[reader.at + 1] !== ']';
    if (!isRange) {
      ranges.push([from, from]);
      continue;
    }
    reader.at++;
    ranges.push([from, takenCode(reader)]);
  }
  reader.at++;
  return (code) => ranges.some(([low, high]) => code >= low && code <= high) !== negated;
}

function readRepeats(reader: Reader, atom: Node): Node {
  let node = atom;
  for (;;) {
    const c = reader.codes[reader.at];
    if (c === '*') node = { kind: 'repeat', part: node, min: 0, max: Infinity };
    else if (c === '+') node = { kind: 'repeat', part: node, min: 1, max: Infinity };
    else if (c === '?') node = { kind: 'repeat', part: node, min: 0, max: 1 };
    else if (c === '{') {
      node = readCounts(reader, node);
      continue;
    } else return node;
    reader.at++;
  }
}

function readCounts(reader: Reader, part: Node): Node {
  const end = reader.codes.indexOf('}', reader.at);
  const found = /^(\d{1,3})(,(\d{0,3}))?$/.exec(reader.codes.slice(reader.at + 1, end).join(''));
  if (end < 0 || !found) throw unreadable(reader.text);
  reader.at = end + 1;
  const min = Number(found[1]);
  const max = found[2] === undefined ? min : found[3] ? Number(found[3]) : Infinity;
  return { kind: 'repeat', part, min, max };
}

/** Adds the states of a node that leads to state `next`; returns where it begins. */
function build(node: Node, next: number, states: State[], text: string): number {
  if (states.length > MAX_STATES) throw unreadable(text);
  switch (node.kind) {
    case 'test':
      return states.push({ kind: 'test', accepts: node.accepts, next }) - 1;
    case 'sequence':
      return node.parts.reduceRight((after, part) => build(part, after, states, text), next);
    case 'choice': {
      const starts = node.parts.map((part) => build(part, next, states, text));
      return starts.reduce((one, other) => states.push({ kind: 'fork', one, other }) - 1);
    }
    case 'repeat':
      return buildRepeat(node, next, states, text);
  }
}

function buildRepeat(
  { part, min, max }: Extract<Node, { kind: 'repeat' }>,
  next: number,
  states: State[],
  text: string,
): number {
  let start = next;
  if (max === Infinity) {
    const fork: State = { kind: 'fork', one: next, other: next };
    start = states.push(fork) - 1;
    fork.one = build(part, start, states, text);
  } else
    for (let i = min; i < max; i++)
      start = states.push({ kind: 'fork', one: build(part, start, states, text), other: next }) - 1;
  for (let i = 0; i < min; i++) start = build(part, start, states, text);
  return start;
}

function run(states: readonly State[], start: number, value: string, budget: Budget): boolean {
  let current = new Set<number>();
  enter(states, start, current);
  for (const c of value) {
    const code = c.codePointAt(0) ?? 0;
    budget.work(8 * (current.size + 1));
    const following = new Set<number>();
    for (const number of current) {
      const state = itemAt(states, number);
      if (state.kind === 'test' && state.accepts(code)) enter(states, state.next, following);
    }
    if (following.size === 0) return false;
    current = following;
  }
  return current.has(0);
}

/** Adds a state and every state that its forks lead to. */
function enter(states: readonly State[], start: number, into: Set<number>): void {
  const open = [start];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    if (into.has(number)) continue;
    into.add(number);
    const state = itemAt(states, number);
    if (state.kind === 'fork') open.push(state.one, state.other);
  }
}

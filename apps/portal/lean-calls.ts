// For the build: leaves out of the contract's calls what `lib/ask` does not read; method, address
// and answer remain.
import type { Plugin } from 'vite';

/** Properties of a call that only the server and the description of the services read. */
const UNREAD = new Set([
  'session',
  'token',
  'role',
  'summary',
  'tag',
  'params',
  'query',
  'body',
  'form',
  'errors',
  'perMinute',
  'example',
]);

const CONTRACT = /packages\/contract\/src\/.*\.ts$/;

type Node = { readonly type: string; readonly start: number; readonly end: number };

export function leanCalls(): Plugin {
  return {
    name: 'lean-calls',
    apply: 'build',
    transform(code, id) {
      if (!CONTRACT.test(id) || !code.includes('defineCall(')) return null;
      return { code: without(code, unreadIn(this.parse(code))), map: null };
    },
  };
}

/** The unread properties in the argument of every `defineCall`. */
function unreadIn(node: unknown): readonly Node[] {
  if (Array.isArray(node)) return node.flatMap(unreadIn);
  if (!isNode(node)) return [];
  const own = isCall(node) ? propertiesOf(node).filter(({ name }) => UNREAD.has(name)) : [];
  return own.length > 0
    ? own.map(({ node: property }) => property)
    : Object.values(node).flatMap(unreadIn);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

function isCall(node: Node): boolean {
  const { callee } = node as Node & { readonly callee?: { readonly name?: string } }; // of ESTree
  return node.type === 'CallExpression' && callee?.name === 'defineCall';
}

function propertiesOf(call: Node): { readonly name: string; readonly node: Node }[] {
  const { arguments: given } = call as Node & {
    readonly arguments: readonly { readonly properties?: readonly Property[] }[];
  }; // of ESTree
  return (given[0]?.properties ?? []).map((node) => ({ name: node.key?.name ?? '', node }));
}
type Property = Node & { readonly key?: { readonly name?: string } };

function without(code: string, nodes: readonly Node[]): string {
  let kept = '';
  let at = 0;
  for (const { start, end } of nodes.toSorted((a, b) => a.start - b.start)) {
    kept += code.slice(at, start);
    at = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0);
  }
  return kept + code.slice(at);
}

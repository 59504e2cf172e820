// Knows which methods each address accepts, to answer a wrong method with 405 and Allow, and to
// answer OPTIONS.
import type { Call } from '@isobar/contract/calls/call.ts';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A catch-all that only explains refusals, and is left out of lists of addresses. */
    unlisted?: true;
  }
}

export interface Taken {
  /** Empty if there is nothing at this address. */
  readonly methods: readonly string[];
  /** Those of them that pages of other sites may use. */
  readonly elsewhere: readonly string[];
}

type Route = {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
  readonly elsewhere: Set<string>;
};

/**
 * Must be called before routes are added. `isOpen`: whether pages of other sites may use a call.
 * The function returned takes an address without its query.
 */
export function rememberMethods(
  app: FastifyInstance,
  isOpen: (call: Call | undefined) => boolean,
): (path: string) => Taken {
  const routes = new Map<string, Route>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.unlisted) return;
    const route = routes.get(url) ?? {
      pattern: patternOf(url),
      methods: new Set(),
      elsewhere: new Set(),
    };
    for (const one of [method].flat()) {
      route.methods.add(one);
      if (isOpen(config?.call)) route.elsewhere.add(one);
    }
    routes.set(url, route);
  });
  return (path) => {
    const fitting = [...routes.values()].filter(({ pattern }) => pattern.test(path));
    const all = (of: 'methods' | 'elsewhere') =>
      [...new Set(fitting.flatMap((route) => [...route[of]]))].sort();
    return { methods: all('methods'), elsewhere: all('elsewhere') };
  };
}

/** `/a/:b/*` as a regular expression; a slash at the end makes no difference. */
function patternOf(url: string): RegExp {
  const parts = url
    .replace(/\/$/, '')
    .split('/')
    .map((part) => {
      if (part.startsWith(':')) return '[^/]+';
      return part === '*' ? '.*' : part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    });
  return new RegExp(`^${parts.join('/')}/?$`);
}

// Knows which methods each address takes, so that a wrong one is told so (405, Allow) and OPTIONS is answered.
import type { Call } from '@isobar/contract/calls/call.ts';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A catch-all that only explains refusals, and is left out of lists of addresses. */
    unlisted?: true;
  }
}

export interface Taken {
  /** None: there is nothing at this address. */
  readonly methods: readonly string[];
  /** Those of them that pages of other sites may use. */
  readonly elsewhere: readonly string[];
}

type Route = {
  readonly pattern: RegExp;
  readonly methods: Set<string>;
  readonly elsewhere: Set<string>;
};

/** Call it before routes are added. `isOpen`: to pages of other sites. The answer tells of an address without its query. */
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

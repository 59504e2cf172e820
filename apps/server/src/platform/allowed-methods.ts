// Knows which methods each address takes, so that a wrong one is told so (405, Allow) and OPTIONS is answered.
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes what nothing else takes, to say why not: no address that anybody need be told of. */
    unlisted?: true;
  }
}

/** Call it before routes are added. The answer: methods that an address (without its query) takes; none: there is nothing. */
export function rememberMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.unlisted) return;
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) route.methods.add(one);
    routes.set(url, route);
  });
  return (path) => {
    const found = new Set<string>();
    for (const { pattern, methods } of routes.values())
      if (pattern.test(path)) for (const one of methods) found.add(one);
    return [...found].sort();
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

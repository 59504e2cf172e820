// Every call goes through http.route, which takes token, limits and description from it: outside of
// apps/server/src/platform no source may add a route, a plugin or a folder to the server in any
// other way.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SERVER = 'apps/server/src';

const RAW = [
  /\b(?:app|scope|server|fastify|instance)\s*\.\s*(?:route|get|head|post|put|patch|delete|options|all|register)\s*[(<]/g,
  /import[^;]*\b(?:FastifyInstance|FastifyPluginAsync|FastifyPluginCallback)\b[^;]*from\s+['"]fastify['"]/g,
  /import\s+(?!type\b)[^;{]*\bfastify\b[^;]*from\s+['"]fastify['"]/g,
  /from\s+['"]@fastify\/(?!cookie['"])[\w-]+['"]/g,
];

/** What in a source goes around http.route. */
export const rawRoutesOf = (source) => RAW.flatMap((pattern) => source.match(pattern) ?? []);

/** `file: what` for each route that goes around http.route. */
export const rawRoutes = (root) =>
  globSync(`${SERVER}/**/*.ts`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(
      (file) =>
        !file.startsWith(`${SERVER}/platform/`) && !/\.(test|suite)\.ts$|\/testing\//.test(file),
    )
    .flatMap((file) =>
      rawRoutesOf(readFileSync(join(root, file), 'utf8')).map(
        (found) => `${file}: ${found.slice(0, 80)} goes around http.route`,
      ),
    );

/**
 * Sources that go around it, and sources that do not, to prove that the check distinguishes them.
 */
export const PLANTED_RAW = [
  "http.app.route({ method: 'GET', url: '/x', handler });",
  "http.app.get('/', async () => 'x');",
  'scope.route<{ Params: { index: string } }>({',
  'http.app.register(async (scope) => {});',
  "import fastifyStatic from '@fastify/static';",
  "import type { FastifyInstance, FastifyReply } from 'fastify';",
  "import fastify from 'fastify';",
];
export const PLANTED_ROUTED = [
  'http.route(call, async () => ({}));',
  "import type { FastifyReply, FastifyRequest } from 'fastify';",
  "http.app.addHook('onClose', close);",
];

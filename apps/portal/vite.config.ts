// How the portal is built: one page under /discovery/, hashed files, the two fonts of the first
// screen preloaded.
import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { normalizePath, type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { firstViews } from './first-views.ts';
import { flatImports } from './flat-imports.ts';
import { leanCalls } from './lean-calls.ts';
import { leanIcons } from './lean-icons.ts';
import { preloadScreens } from './preload-screens.ts';
import { previousBuilds } from './previous-builds.ts';
import { serverThere } from './server-there.ts';

const BASE = '/discovery/';
/**
 * The server that `npm run dev` needs: it answers every request that is not for the portal's own
 * source.
 */
const SERVER = process.env.ISOBAR_DEV_SERVER ?? 'http://127.0.0.1:8080';
/** What the server answers, and not the portal's own sources. */
const PROXIED = ['^/(?!discovery/)', '^/discovery/config\\.json'];
/**
 * 42 bits tell the few hundred files of some builds apart. The first chunks name most of them, and
 * hashes do not compress.
 */
const HASH = '[hash:7]';
const FIRST_FONTS = /(source-sans-3|source-serif-4)-latin.*\.woff2$/;

/** What a visit begins with: the start and the search, which most links lead to. */
const FIRST = ['main.tsx', '../screens/data-search/data-search-screen.tsx'].map((file) =>
  normalizePath(join(import.meta.dirname, 'src/app', file)),
);
const OWN_CHUNK = /portal\/src\/(app|screens)\//;

/**
 * All icons are exported by one module, so a module that imports it needs only the icons that it
 * imports by name.
 */
const ICON_FILE = /lucide-react\/dist\/esm\/icons\/([\w-]+)\./;
const ICONS_IMPORTED = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;

/**
 * The query library exports all its parts in one module, too; these parts are needed only by
 * screens that are loaded later.
 */
const LATER =
  /query-core\/.*\/(infiniteQuery\w*|queriesObserver)\.js$|react-query\/.*\/(useInfiniteQuery|useQueries)\.js$/;

/** As much of the bundler's view of a module as is needed here. */
type Modules = {
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importedIds: readonly string[]; readonly code: string | null } | null;
};

/**
 * The forms of calls, their schemas, the cache of replies: these modules import nothing of the
 * portal and nothing of React.
 */
const LOWER =
  /node_modules\/(zod|@tanstack\/(query-core|history))\/|packages\/(contract|query-language)\/src\//;

/**
 * Puts what the first modules import, apart from files of app/ and screens/, into two files: they
 * are smaller and need fewer requests than twenty small ones. `lower` has the modules of LOWER,
 * `base` all others.
 */
function shared(chunk: 'lower' | 'base') {
  let needed: ReturnType<typeof importsOf> | null = null;
  return (id: string, modules: Modules): string | null => {
    needed ??= importsOf(FIRST, modules);
    const icon = ICON_FILE.exec(id)?.[1];
    const wanted = icon ? needed.icons.has(icon) : needed.files.has(id);
    if (!wanted || OWN_CHUNK.test(id) || LATER.test(id)) return null;
    return LOWER.test(id) === (chunk === 'lower') ? chunk : null;
  };
}

/** `icons`: by the names of their files, 'chevron-down'. */
function importsOf(first: readonly string[], modules: Modules) {
  const files = new Set(first);
  const icons = new Set<string>();
  for (const id of files) {
    const { importedIds = [], code } = modules.getModuleInfo(id) ?? {};
    for (const next of importedIds) files.add(next);
    for (const [, names = ''] of (code ?? '').matchAll(ICONS_IMPORTED)) {
      for (const name of names.split(',')) icons.add(fileOfIcon(name.trim().split(' ')[0] ?? ''));
    }
  }
  return { files, icons };
}

/** 'ChevronDown' -> 'chevron-down', 'Link2' -> 'link-2'. */
const fileOfIcon = (name: string): string =>
  name
    .replace(/([a-z])(?=[A-Z0-9])/g, '$1-')
    .replace(/([0-9])(?=[A-Z])/g, '$1-')
    .toLowerCase();

function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, context) =>
        Object.keys(context.bundle ?? {})
          .filter((file) => FIRST_FONTS.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: '',
              href: BASE + file,
            },
            injectTo: 'head',
          })),
    },
  };
}

/**
 * Makes the first of two files that are needed anyway a script before the entry: a browser
 * evaluates each script in a task of its own, so that on a phone the page answers between them.
 */
function lowerFirst(): Plugin {
  return {
    name: 'lower-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const lower = /\s*<link rel="modulepreload"([^>]*)href="([^"]*\/lower-[^"]*)">/.exec(html);
        if (!lower) throw new Error('index.html preloads no file of lower modules');
        const [link, attributes, file] = lower;
        const script = `<script type="module"${attributes}src="${file}"></script>`;
        return html.replace(link, '').replace('<script type="module"', `${script}\n    $&`);
      },
    },
  };
}

/**
 * What is seen first comes first: the scripts follow the styles and the fonts, which the first view
 * of the page needs.
 */
function scriptsLater(): Plugin {
  return {
    name: 'scripts-later',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll(
          /<(script type="module"|link rel="modulepreload")/g,
          '<$1 fetchpriority="low"',
        ),
    },
  };
}

export default defineConfig({
  base: BASE,
  plugins: [
    react(),
    tailwind(),
    leanCalls(),
    leanIcons(),
    flatImports(),
    preloadFonts(),
    preloadScreens(BASE),
    lowerFirst(),
    scriptsLater(),
    firstViews(() => [react(), leanIcons()]),
    previousBuilds(),
    serverThere(SERVER, new RegExp(PROXIED.join('|'))),
  ],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // the map, in kB: loaded with a map only; `.size-limit.mjs` limits what a visit begins with
    chunkSizeWarningLimit: 1_200,
    manifest: true,
    rolldownOptions: {
      checks: { bundlerTimings: false }, // says on a slow machine that its plugins are slow
      output: {
        codeSplitting: {
          groups: [
            { debugName: 'lower', name: shared('lower'), priority: 2 },
            { debugName: 'base', name: shared('base'), priority: 1 },
          ],
        },
        chunkFileNames: `assets/[name]-${HASH}.js`,
        assetFileNames: `assets/[name]-${HASH}[extname]`,
      },
    },
  },
  server: { proxy: Object.fromEntries(PROXIED.map((path) => [path, SERVER])) },
  test: { setupFiles: ['./src/testing/setup.ts'] },
});

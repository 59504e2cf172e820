// How the portal is built: one page under /discovery/, hashed files, the two fonts of the first screen preloaded.
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const BASE = '/discovery/';
/** The server that `npm run dev` starts beside: everything that is not the portal's own source is asked of it. */
const SERVER = process.env.ISOBAR_DEV_SERVER ?? 'http://127.0.0.1:8080';
const FIRST_FONTS = /(source-sans-3|source-serif-4)-latin.*\.woff2$/;
const FIRST_SCREEN = /screens\/data-search\/data-search-screen\.tsx$/;

/** Every screen needs these, or the search: one file for all of them weighs less, and asks less often, than twenty small ones. */
const BASE_MODULES = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|zod)\//,
  /node_modules\/@tanstack\/(react-router|router-core|history|store|react-store|query-core|react-query)\//,
  /node_modules\/zustand\//,
  /lucide-react\/dist\/esm\/(?!icons)/,
  /lucide-react\/dist\/esm\/icons\/(chevron-right|chevron-down|search|calendar-days|x)\./,
  /portal\/src\/lib\/(call|config|session|storage|plural|page-title|search-call|preferences)\./,
  /portal\/src\/ui\/(button|class-names|use-media|checkbox|select|segmented|progress|panels)\./,
  /portal\/src\/parts\/timeline\/(timeline|view|geometry|ticks|hours|gestures|zoom-bar|report-key)\./,
  /portal\/src\/parts\/(typeahead\/search-box|typeahead\/suggestions|details\/external-record)\./,
  /contract\/src\/search\/(facets|plan|plan-clauses|plan-facets|plan-crumbs|plan-summaries|plan-shape|sorts|filter|fields)\./,
  /contract\/src\/search\/(query-text|free-text|data-types|reply|row|address|read-facets|read-results)\./,
  /contract\/src\/(catalogue\/metadata-document|places\/shape|quality\/timeline|time|problem|calls\/config)\./,
];
const isBase = (id: string): boolean => BASE_MODULES.some((pattern) => pattern.test(id));

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

/** The search screen is where most links lead: its modules come beside the entry's, not after them. */
function preloadSearch(): Plugin {
  return {
    name: 'preload-search',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const screen = chunks.find(({ facadeModuleId }) => FIRST_SCREEN.test(facadeModuleId ?? ''));
        const needed = new Set<string>();
        const add = (file: string): void => {
          if (needed.has(file)) return;
          needed.add(file);
          for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
            add(next);
        };
        if (screen) add(screen.fileName);
        return [...needed]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: '', href: BASE + file },
            injectTo: 'head',
          }));
      },
    },
  };
}

export default defineConfig({
  base: BASE,
  plugins: [react(), tailwind(), preloadFonts(), preloadSearch()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: isBase }] } } },
  },
  server: { proxy: { '^/(?!discovery/)': SERVER, '/discovery/config.json': SERVER } },
  test: { setupFiles: ['./src/testing/setup.ts'] },
});

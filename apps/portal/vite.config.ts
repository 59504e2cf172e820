// How the portal is built: one page under /discovery/, hashed files, the two fonts of the first screen preloaded.
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const BASE = '/discovery/';
const FIRST_FONTS = /(source-sans-3|source-serif-4)-latin.*\.woff2$/;

/** Every screen needs these: one file for all of them weighs less, and asks less often, than twenty small ones. */
const BASE_MODULES = [
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|zod)\//,
  /node_modules\/@tanstack\/(react-router|router-core|history|store|react-store|query-core|react-query)\//,
  /lucide-react\/dist\/esm\/(?!icons)/,
  /portal\/src\/lib\/(call|config|session|storage|plural|page-title|search-call|preferences)\./,
  /portal\/src\/ui\/(button|class-names|use-media|checkbox|select|segmented|progress|panels)\./,
  /contract\/src\/search\/(facets|plan|plan-clauses|plan-facets|plan-crumbs|plan-details|sorts|filter|fields)\./,
  /contract\/src\/search\/(query-text|free-text|data-types|reply|row|address|read-facets|read-results)\./,
  /contract\/src\/(catalogue\/metadata-document|quality\/timeline|time|problem|calls\/config)\./,
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

export default defineConfig({
  base: BASE,
  plugins: [react(), tailwind(), preloadFonts()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: isBase }] } } },
  },
  server: {
    proxy: {
      '/services': 'http://127.0.0.1:8080',
      '/discovery/config.json': 'http://127.0.0.1:8080',
    },
  },
  test: { setupFiles: ['./src/testing/setup.ts'] },
});

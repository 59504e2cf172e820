// How the portal is built: one page under /discovery/, hashed files, the two fonts of the first screen preloaded.
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const BASE = '/discovery/';
const FIRST_FONTS = /(source-sans-3|source-serif-4)-latin.*\.woff2$/;

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
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false, manifest: true },
  server: {
    proxy: {
      '/services': 'http://127.0.0.1:8080',
      '/discovery/config.json': 'http://127.0.0.1:8080',
    },
  },
  test: { setupFiles: ['./src/testing/setup.ts'] },
});

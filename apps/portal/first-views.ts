// For the build: writes into the page what a visitor sees before the scripts have arrived.
// `public/theme.js` shows the view that fits the address and the window; the server writes the
// names of the archive into them.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin, type PluginOption } from 'vite';

const DRAW = join(import.meta.dirname, 'draw-first-views.mjs');
const SOURCE = join(import.meta.dirname, 'src/app/first-views.tsx');
const MOST_BYTES = 1 << 24;

/** `plugins`: those that the sources of the portal need. */
export function firstViews(plugins: () => readonly PluginOption[]): Plugin {
  return {
    name: 'first-views',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        if (!bundle) return html;
        const written = (await drawn(plugins())).join('\n    ');
        return html.replace('</body>', () => `  ${written}\n  </body>`);
      },
    },
  };
}

/**
 * Builds the screens for Node, and draws them in a process of its own, whose globals are those of a
 * browser.
 */
async function drawn(plugins: readonly PluginOption[]): Promise<readonly string[]> {
  // absent where all packages are installed for the whole project
  const modules = join(import.meta.dirname, 'node_modules');
  await mkdir(modules, { recursive: true });
  const folder = await mkdtemp(join(modules, '.first-views-'));
  try {
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'error',
      plugins: [...plugins],
      define: { 'process.env.NODE_ENV': '"production"' },
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: SOURCE,
        outDir: folder,
        target: 'node24',
        minify: false,
        reportCompressedSize: false,
      },
    });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [DRAW, join(folder, 'first-views.js')],
      { maxBuffer: MOST_BYTES, env: { ...process.env, NODE_ENV: 'production' } },
    );
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// For the build: lists in the page which files each screen needs, so that those of the opened
// screen load together with the entry's files and not after them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const ROUTER = join(import.meta.dirname, 'src/app/router.ts');

/** This script reads the list, so the list has to stand above it. */
const READER = /<script[^>]* src="\/discovery\/theme\.js">/;

/** `base`: what stands before the name of each file. */
export function preloadScreens(base: string): Plugin {
  return {
    name: 'preload-screens',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        if (chunks.length === 0) return html;
        const files = Object.entries(screensOf(readFileSync(ROUTER, 'utf8'))).map(
          ([name, module]) =>
            [name, filesOf(module, chunks).filter((file) => !html.includes(file))] as const,
        );
        const list = JSON.stringify(Object.fromEntries(files));
        const told = `<script type="application/json" id="screens" data-base="${base}">${list}</script>`;
        if (!READER.test(html)) throw new Error('index.html has lost its theme.js');
        return html.replace(READER, (reader) => `${told}\n    ${reader}`);
      },
    },
  };
}

/**
 * First part of an address -> its module below src/, read from the table of routes: '' ->
 * 'screens/home/home-screen.tsx'.
 */
export function screensOf(router: string): Readonly<Record<string, string>> {
  const modules = new Map(
    [...router.matchAll(/const (\w+) = screen\(\s*\(\) => import\('\.\.\/([^']+)'\)/g)].map(
      ([, name = '', module = '']) => [name, module],
    ),
  );
  const routes = [...router.matchAll(/'\/([^'/$]*)[^']*': \{ screen: (\w+) \}/g)];
  return Object.fromEntries(
    routes.map(([, first = '', screen = '']) => {
      const module = modules.get(screen);
      if (module === undefined) throw new Error(`router.ts has no module of ${screen}`);
      return [first, module];
    }),
  );
}

/** Parts that are loaded by themselves, and are seen as soon as their screen is. */
const SEEN_FIRST = /\/welcome-line\.tsx$/;
const isSeenFirst = ({ facadeModuleId }: Rolldown.OutputChunk): boolean =>
  SEEN_FIRST.test(facadeModuleId ?? '');

/** The screen's own file, all that it imports at once, and their styles. */
function filesOf(module: string, chunks: readonly Rolldown.OutputChunk[]): readonly string[] {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(css);
    for (const next of chunk.imports) add(chunks.find(({ fileName }) => fileName === next));
  };
  const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
  if (!own) throw new Error(`no file was built of ${module}`);
  add(own);
  for (const part of chunks)
    if (own.dynamicImports.includes(part.fileName) && isSeenFirst(part)) add(part);
  return [...files];
}

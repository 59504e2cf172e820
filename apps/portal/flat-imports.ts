// For the build: a file that is loaded later names everything that it needs itself, also what its
// imports need. The browser then asks for all of it at once, and the files of a first visit hold no
// lists of what each part will need.
import type { Plugin, Rolldown } from 'vite';

export function flatImports(): Plugin {
  return {
    name: 'flat-imports',
    apply: 'build',
    config: () => ({ build: { modulePreload: { resolveDependencies: preloaded } } }),
    generateBundle: {
      order: 'post', // once files that hold styles alone are taken out
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
        const first = chunks.filter(({ isEntry }) => isEntry);
        for (const chunk of chunks.filter(({ isDynamicEntry }) => isDynamicEntry)) {
          const known = new Set([...first, chunk].flatMap((one) => [one.fileName, ...one.imports]));
          const further = [...needed(chunk, named)].filter((file) => !known.has(file));
          // Behind its own imports, so that modules are evaluated in the order in which they were.
          for (const file of further) chunk.code += `import"./${file.split('/').at(-1)}";`;
        }
      },
    },
  };
}

/** Styles are asked for by the bundler itself, which waits for them. */
const preloaded = (
  _file: string,
  scripts: string[],
  { hostType }: { readonly hostType: 'html' | 'js' },
): string[] => (hostType === 'html' ? scripts : []);

/** All files that a file imports, and those that they import. */
function needed(
  chunk: Rolldown.OutputChunk,
  named: ReadonlyMap<string, Rolldown.OutputChunk>,
): ReadonlySet<string> {
  const files = new Set(chunk.imports);
  for (const file of files) for (const next of named.get(file)?.imports ?? []) files.add(next);
  return files;
}

// What a first visit of the search route loads before it can be used: the entry and the screen with
// all that they import.
import { readFileSync } from 'node:fs';

const BUILT = 'apps/portal/dist';
const SCREEN = 'src/screens/data-search/data-search-screen.tsx';

/** Chunk name -> {file, css, imports}: the import graph as Vite built it. */
const manifest = JSON.parse(readFileSync(`${BUILT}/.vite/manifest.json`, 'utf8'));

/** The chunk and everything that it imports statically. */
function closure(name, seen = new Set()) {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`${name} is not in the built portal: has the file moved?`);
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of chunk.imports ?? []) closure(next, seen);
  return seen;
}

const chunks = [...closure(SCREEN, closure('index.html'))].map((name) => manifest[name]);
const onDisk = (file) => `${BUILT}/${file}`;

export default [
  {
    name: 'JavaScript of the search route, first load',
    path: [...new Set(chunks.map(({ file }) => onDisk(file)))],
    gzip: true,
    // A little more than it is, so that what is not needed at first is loaded later. It is lowered
    // when it can be, and not raised.
    limit: '147.3 kB',
  },
  {
    name: 'CSS of the search route, first load',
    path: [...new Set(chunks.flatMap(({ css = [] }) => css.map(onDisk)))],
    gzip: true,
    // One file has the utilities of all screens, so each new screen adds to it a little.
    limit: '12.5 kB',
  },
];

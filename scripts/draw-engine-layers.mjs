// Draws who imports whom in the search engine: `node scripts/draw-engine-layers.mjs` draws its
// folders as they are now; with a COMMIT, the single files of that commit. What imports nothing is
// at the bottom, everything else above its imports.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './project.mjs';

const ENGINE = 'packages/search-engine/src';
/** Where it was until decision 211. */
const FORMER_ENGINE = 'apps/server/src/engine';
const DRAWINGS = 'docs/drawings';
const NOT_DRAWN = /\.test\.ts$|^testing\//;
const IMPORT = /^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'/gm;
const ENTRY = 'search.ts';

/** File -> the files that it imports, as paths below the engine's folder. */
function importsOf(files, read) {
  const own = files.filter((file) => file.endsWith('.ts') && !NOT_DRAWN.test(file));
  return new Map(
    own.map((file) => {
      const found = [...read(file).matchAll(IMPORT)].map(([, path]) =>
        posix.normalize(posix.join(posix.dirname(file), path)),
      );
      return [file, [...new Set(found)].filter((path) => own.includes(path))];
    }),
  );
}

function importsNow() {
  const folder = join(root, ENGINE);
  const files = readdirSync(folder, { recursive: true }).map((file) => file.replaceAll('\\', '/'));
  return importsOf(files, (file) => readFileSync(join(folder, file), 'utf8'));
}

function importsAt(commit) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const listed = (folder) =>
    git('ls-tree', '-r', '--name-only', commit, `${folder}/`).trim().split('\n').filter(Boolean);
  const folder = listed(ENGINE).length > 0 ? ENGINE : FORMER_ENGINE;
  return importsOf(
    listed(folder).map((file) => posix.relative(folder, file)),
    (file) => git('show', `${commit}:${folder}/${file}`),
  );
}

/** The same imports between folders; the entry file counts as a folder of its own. */
function byFolder(imports) {
  const folderOf = (file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file);
  const folders = new Map();
  for (const [file, others] of imports) {
    const folder = folderOf(file);
    const known = folders.get(folder) ?? new Set();
    folders.set(folder, known);
    for (const other of others) if (folderOf(other) !== folder) known.add(folderOf(other));
  }
  return new Map([...folders].sort().map(([folder, others]) => [folder, [...others].sort()]));
}

/**
 * The layer of each node, 0 at the bottom. Nodes that import each other in a cycle share a layer.
 */
function layersOf(imports) {
  const reach = new Map([...imports.keys()].map((node) => [node, reachedFrom(node, imports)]));
  const layers = new Map();
  const layerOf = (node) => {
    const known = layers.get(node);
    if (known !== undefined) return known;
    const circle = [...reach.get(node)].filter((other) => reach.get(other).has(node));
    const below = [node, ...circle].flatMap((one) => imports.get(one));
    const lower = below.filter((other) => other !== node && !circle.includes(other));
    const layer = Math.max(-1, ...lower.map(layerOf)) + 1;
    for (const one of [node, ...circle]) layers.set(one, layer);
    return layer;
  };
  for (const node of imports.keys()) layerOf(node);
  return layers;
}

function reachedFrom(node, imports) {
  const reached = new Set();
  const waiting = [...imports.get(node)];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    waiting.push(...imports.get(next));
  }
  return reached;
}

const STYLE = `<style>
    .paper { fill: #fbfaf7; stroke: #d9d4c8 }
    .box { fill: #ffffff; stroke: #5b6b7a }
    text { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #20262c }
    .l { stroke: #4d565f; fill: none }
    @media (prefers-color-scheme: dark) {
      .paper { fill: #171b20; stroke: #39424c }
      .box { fill: #262d35; stroke: #93a3b3 }
      text { fill: #e9edf1 }
      .l { stroke: #b9c3cd }
    }
  </style>`;

/** `sizes`: sizes of boxes and letters in pixels. */
function drawn(imports, title, sizes) {
  const layers = layersOf(imports);
  const count = Math.max(...layers.values()) + 1;
  const rows = Array.from({ length: count }, (_, layer) =>
    [...imports.keys()].filter((node) => layers.get(node) === layer).sort(),
  );
  const widest = Math.max(...rows.map((row) => row.length));
  const width = Math.max(480, widest * (sizes.width + sizes.gap) + sizes.gap);
  const height = count * (sizes.height + sizes.between) + 70;
  const at = new Map();
  rows.forEach((row, layer) => {
    const step = width / row.length;
    row.forEach((node, i) => {
      at.set(node, {
        x: Math.round(step * (i + 0.5)),
        y: height - 20 - sizes.height - layer * (sizes.height + sizes.between),
      });
    });
  });
  const arrows = [...imports].flatMap(([from, others]) => others.map((to) => [from, to]));
  const lines = arrows.map(([from, to]) => arrow(at.get(from), at.get(to), sizes));
  const boxes = [...at].map(([node, { x, y }]) => {
    const name = node.replace(/\.ts$/, node === ENTRY ? '.ts' : '');
    return `<rect class="box" x="${x - sizes.width / 2}" y="${y}" width="${sizes.width}" height="${sizes.height}" rx="4"/><text x="${x}" y="${y + sizes.height / 2 + sizes.letters / 3}" font-size="${sizes.letters}" text-anchor="middle">${name}</text>`;
  });
  const heading = `${title}: ${imports.size} boxes, ${arrows.length} arrows, ${count} layers`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
  <title id="title">${title}</title>
  <desc id="desc">${arrows.map(([from, to]) => `${from} imports ${to}`).join('; ')}</desc>
  ${STYLE}
  <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path class="l" d="M0 0L10 5L0 10"/></marker></defs>
  <rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>
  <text x="16" y="28" font-size="15" font-weight="650">${heading}</text>
  ${[...lines, ...boxes].join('\n  ')}
</svg>
`;
}

function arrow(from, to, { height, stroke }) {
  const start = from.y + (from.y < to.y ? height : height / 2);
  const end = to.y + (from.y < to.y ? 0 : height / 2);
  const passesBoxes = Math.abs(to.x - from.x) < 20 && to.y - from.y > 2 * height + 80;
  const line = passesBoxes
    ? `Q${from.x + 170} ${(start + end) / 2} ${to.x} ${end}`
    : `L${to.x} ${end}`;
  return `<path class="l" d="M${from.x} ${start}${line}" stroke-width="${stroke}" stroke-opacity="0.55" marker-end="url(#tip)"/>`;
}

/** The folders by their present imports. */
export const foldersDrawn = () =>
  drawn(byFolder(importsNow()), 'The engine by folder', {
    width: 120,
    height: 34,
    gap: 60,
    between: 70,
    letters: 14,
    stroke: 1.4,
  });

const filesDrawn = (commit) =>
  drawn(importsAt(commit), 'The engine before: one folder', {
    width: 128,
    height: 20,
    gap: 10,
    between: 50,
    letters: 10,
    stroke: 0.8,
  });

export const FOLDERS_FILE = `${DRAWINGS}/engine-folders.svg`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const commit = process.argv[2];
  const file = commit ? `${DRAWINGS}/engine-before.svg` : FOLDERS_FILE;
  writeFileSync(join(root, file), commit ? filesDrawn(commit) : foldersDrawn());
  console.log(file);
}

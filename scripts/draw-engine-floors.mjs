// Draws who imports whom in the search engine: `node scripts/draw-engine-floors.mjs` draws its rooms as they are now; with
// a COMMIT, the single files of that commit. Whatever imports nothing is at the bottom, everything else above its imports.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './house.mjs';

const ENGINE = 'apps/server/src/engine';
const DRAWINGS = 'docs/drawings';
const NOT_DRAWN = /\.test\.ts$|^testing\//;
const IMPORT = /^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'/gm;
const DOOR = 'search.ts';

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
  const files = git('ls-tree', '-r', '--name-only', commit, `${ENGINE}/`).trim().split('\n');
  return importsOf(
    files.map((file) => posix.relative(ENGINE, file)),
    (file) => git('show', `${commit}:${ENGINE}/${file}`),
  );
}

/** The same imports between rooms: a room is a folder, or the door. */
function byRoom(imports) {
  const roomOf = (file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : file);
  const rooms = new Map();
  for (const [file, others] of imports) {
    const room = roomOf(file);
    const known = rooms.get(room) ?? new Set();
    rooms.set(room, known);
    for (const other of others) if (roomOf(other) !== room) known.add(roomOf(other));
  }
  return new Map([...rooms].sort().map(([room, others]) => [room, [...others].sort()]));
}

/** The floor of each node, 0 at the bottom. Nodes that import each other in a circle share a floor. */
function floorsOf(imports) {
  const reach = new Map([...imports.keys()].map((node) => [node, reachedFrom(node, imports)]));
  const floors = new Map();
  const floorOf = (node) => {
    const known = floors.get(node);
    if (known !== undefined) return known;
    const circle = [...reach.get(node)].filter((other) => reach.get(other).has(node));
    const below = [node, ...circle].flatMap((one) => imports.get(one));
    const lower = below.filter((other) => other !== node && !circle.includes(other));
    const floor = Math.max(-1, ...lower.map(floorOf)) + 1;
    for (const one of [node, ...circle]) floors.set(one, floor);
    return floor;
  };
  for (const node of imports.keys()) floorOf(node);
  return floors;
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

/** `look`: sizes of boxes and letters. */
function drawn(imports, title, look) {
  const floors = floorsOf(imports);
  const count = Math.max(...floors.values()) + 1;
  const rows = Array.from({ length: count }, (_, floor) =>
    [...imports.keys()].filter((node) => floors.get(node) === floor).sort(),
  );
  const widest = Math.max(...rows.map((row) => row.length));
  const width = Math.max(480, widest * (look.width + look.gap) + look.gap);
  const height = count * (look.height + look.between) + 70;
  const at = new Map();
  rows.forEach((row, floor) => {
    const step = width / row.length;
    row.forEach((node, i) => {
      at.set(node, {
        x: Math.round(step * (i + 0.5)),
        y: height - 20 - look.height - floor * (look.height + look.between),
      });
    });
  });
  const arrows = [...imports].flatMap(([from, others]) => others.map((to) => [from, to]));
  const lines = arrows.map(([from, to]) => arrow(at.get(from), at.get(to), look));
  const boxes = [...at].map(([node, { x, y }]) => {
    const name = node.replace(/\.ts$/, node === DOOR ? '.ts' : '');
    return `<rect class="box" x="${x - look.width / 2}" y="${y}" width="${look.width}" height="${look.height}" rx="4"/><text x="${x}" y="${y + look.height / 2 + look.letters / 3}" font-size="${look.letters}" text-anchor="middle">${name}</text>`;
  });
  const said = `${title}: ${imports.size} boxes, ${arrows.length} arrows, ${count} floors`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">
  <title id="title">${title}</title>
  <desc id="desc">${arrows.map(([from, to]) => `${from} imports ${to}`).join('; ')}</desc>
  ${STYLE}
  <defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path class="l" d="M0 0L10 5L0 10"/></marker></defs>
  <rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10"/>
  <text x="16" y="28" font-size="15" font-weight="650">${said}</text>
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

/** The rooms by their present imports. */
export const roomsDrawn = () =>
  drawn(byRoom(importsNow()), 'The engine in rooms', {
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

export const ROOMS_FILE = `${DRAWINGS}/engine-rooms.svg`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const commit = process.argv[2];
  const file = commit ? `${DRAWINGS}/engine-before.svg` : ROOMS_FILE;
  writeFileSync(join(root, file), commit ? filesDrawn(commit) : roomsDrawn());
  console.log(file);
}

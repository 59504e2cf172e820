// npm run check statements: each statement of the specification has a test on the shipped
// configuration. Those that have none are listed in docs/tests.md; the list only shrinks:
// `node scripts/statements.mjs --write` takes out what is shown by now.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';
import { shownStatements, statements, testsIn } from './shown-statements.mjs';

const PAGE = join(root, 'docs/tests.md');
const LIST = /(<!-- statements -->\n)([\s\S]*?)(<!-- \/statements -->)/;

/** Sources that prove that answers of a test's own are found, and nothing else. */
const PLANTED = [
  ["it('[H001] a', () => { server.use(http.get('*', () => HttpResponse.json({}))); });", true],
  ["const open = () => Response.json({}); it('[H001] a', () => { open(); });", true],
  ["beforeEach(() => { vi.mock('./a.ts'); }); it('[H001] a', () => {});", true],
  [
    "describe('b', () => { const a = () => new Response('x'); it('[H001] a', () => { a(); }); });",
    true,
  ],
  ["it.each([1])('[H001] %s', () => { http.get('*', () => new HttpResponse(png)); });", true],
  [
    "it('[H001] a', () => { http.get('*', () => new HttpResponse(null, { status: 503 })); });",
    false,
  ],
  ["it('[H001] a', () => { http.get('*', () => HttpResponse.error()); });", false],
  ["it('b', () => { Response.json({}); }); it('[H001] a', () => {});", false],
  [
    "describe('b', () => { const a = () => Response.json({}); }); it('[H001] a', () => { a(); });",
    false,
  ],
  ["it('[H001] a', async () => { expect(await (await fetch(url)).json()).toEqual({}); });", false],
];

const wrong = PLANTED.filter(([source, supplies]) => testsIn(source)[0]?.supplies !== supplies);
for (const [source] of wrong) console.error(`judged wrongly: ${source}`);
if (testsIn("it.skip('[H001] a', () => {});").length > 0) wrong.push('a test that is left out');

const all = statements(root);
const shown = shownStatements(root);
const open = all.filter((id) => !shown.get(id)?.real.length);
const page = readFileSync(PAGE, 'utf8');
const [, , list] = LIST.exec(page) ?? [];
if (list === undefined) throw new Error('docs/tests.md has no list of statements.');
const listed = new Set(list.match(/\b[A-Z]{1,2}\d{1,3}\b/g));

const added = open.filter((id) => !listed.has(id));
const unknown = [...shown.keys()].filter((id) => !all.includes(id));
const gone = [...listed].filter((id) => !open.includes(id));
if (process.argv.includes('--where'))
  for (const id of open) console.log(id, ...(shown.get(id)?.supplied ?? ['no test']));
if (process.argv.includes('--write')) write(open.filter((id) => listed.has(id)));
else
  for (const id of gone)
    console.error(`${id} is shown by now: node scripts/statements.mjs --write`);
for (const id of added)
  console.error(
    `${id} has no test on the shipped configuration: ${shown.get(id)?.supplied.join(', ') ?? 'no title names it'}`,
  );
const doubled = [...shown].filter(
  ([, { real, supplied }]) => real.length > 0 && supplied.length > 0,
);
for (const [id, { supplied }] of doubled)
  console.error(
    `${supplied.join(', ')}: supplies an answer itself; [${id}] is shown elsewhere and has to leave this title`,
  );
for (const id of unknown) console.error(`${id} is in a title and not in docs/specification.`);
console.log(
  `${all.length - open.length} of ${all.length} statements are shown on the shipped configuration`,
);
const isStale = gone.length > 0 && !process.argv.includes('--write');
process.exitCode =
  wrong.length + added.length + unknown.length + doubled.length > 0 || isStale ? 1 : 0;

function write(left) {
  const lines = Object.values(Object.groupBy(left, (id) => id.replace(/\d+/, ''))).map(
    (ids) => `${ids.join(' ')}\n`,
  );
  const text = left.length === 0 ? 'None.\n' : lines.join('\n');
  writeFileSync(
    PAGE,
    page.replace(LIST, (_, begin, _old, end) => `${begin}${text}${end}`),
  );
}

// Which static checks a change needs. The script has no types: it runs in a process of its own and
// answers JSON.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const answersOf = (calls: readonly string[]): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { changesImports, importsOf, projectsOf, stepsOf } from './scripts/changed-steps.mjs';
        const ALL = ['apps/server', 'apps/portal', '.', 'packages/contract'];
        console.log(JSON.stringify([${calls.join(',\n')}]));`,
      ],
      { cwd: join(import.meta.dirname, '..'), encoding: 'utf8' },
    ),
  );
const text = (value: unknown) => JSON.stringify(value);

it('the imports of a source are its paths, of types or values, in every form', () => {
  const source = [
    "import a, { b } from './a.ts';",
    "import type { C } from './c.ts';",
    "import {\n  type D,\n  e,\n} from './d.ts';",
    "import './style.css';",
    "export * from './f.ts';",
    "const g = await import('./g.ts');",
    "type H = import('./h.ts').H;",
    "export const i = 'from nowhere';",
  ].join('\n');
  expect(answersOf([`importsOf(${text(source)})`])).toEqual([
    [
      ...['./a.ts', './f.ts', './g.ts', './h.ts', './style.css'],
      ...['some types ./d.ts', 'types ./c.ts'],
    ],
  ]);
});

it('dependency rules are checked where an import, a rule or a configuration changed, and for new and removed files with imports', () => {
  const path = 'apps/server/src/features/orders/order.ts';
  const source = "import { a } from './a.ts';\n";
  const change = (before: string, after: string, of = path) =>
    `changesImports([${text({ path: of, before, after })}])`;
  const needed = [
    change(source, `${source}import { b } from '../files/b.ts';\n`),
    change(source, source.replace('import', 'import type')),
    change(source, "const { a } = await import('../files/a.ts');\n"),
    change('', source),
    change(source, ''),
    change('a', 'b', 'scripts/dependency-rules.mjs'),
    change('a', 'b', 'apps/server/package.json'),
  ];
  const spared = [
    change(source, `${source}export const c = a + 1;\n`),
    change(source, "import { a, b } from './a.ts';\n"),
    change('', 'export const d = 1;\n'),
    change('', source, 'e2e/order.spec.ts'),
    change('', source, 'docs/development.md'),
  ];
  expect(answersOf([...needed, ...spared])).toEqual([
    ...needed.map(() => true),
    ...spared.map(() => false),
  ]);
});

it('types are checked in the projects that a change reaches', () => {
  const of = (...files: string[]) => `projectsOf(${text(files)}, ALL)`;
  const all = ['apps/server', 'apps/portal', '.', 'packages/contract'];
  expect(
    answersOf([
      of('docs/tests.md', 'apps/portal/src/app/a.css'),
      of('e2e/a.spec.ts'),
      of('apps/portal/src/parts/cart/a.tsx', 'docs/tests.md'),
      of('apps/server/src/a.ts', 'apps/portal/src/a.ts'),
      of('apps/portal/src/a.ts', 'packages/contract/src/a.ts'),
      of('package.json'),
    ]),
  ).toEqual([[], ['.'], ['apps/portal', '.'], ['apps/server', 'apps/portal', '.'], all, all]);
});

it('other static checks run where a change can alter what they find', () => {
  const of = (file: string) => `stepsOf(${text([file])})`;
  expect(
    answersOf([
      of('docs/tests.md'),
      of('apps/portal/src/parts/cart/cart.ts'),
      of('apps/server/src/features/orders/order.ts'),
      of('apps/server/src/features/orders/testing/order.ts'),
      of('packages/contract/src/time.test.ts'),
      of('e2e/order.spec.ts'),
    ]),
  ).toEqual([
    ['deps', 'statements'],
    ['deps', 'casts', 'scale of type', 'rules'],
    ['deps', 'casts', 'scale of type'],
    ['deps', 'casts', 'scale of type', 'statements'],
    ['deps', 'casts', 'statements'],
    ['deps', 'statements'],
  ]);
});

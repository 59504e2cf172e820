import { expect, it } from 'vitest';
import { readStyle } from './style.ts';

it('the style of pages has every token that its rules name: colours, sizes and weights of type', async () => {
  const { css } = await readStyle();
  const named = new Set([...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  expect([...named].filter((name) => !css.includes(`${name}:`))).toEqual([]);
  expect(css).toContain('--text-2xl: clamp(');
  expect(css).toContain('font-size: var(--text-2xl)');
});

it('has fallbacks with the metrics of the fonts, so that pages stand still when these arrive', async () => {
  const { css } = await readStyle();
  for (const name of ['SansAlt', 'SerifAlt']) {
    expect(css).toMatch(new RegExp(`@font-face \\{\\s*font-family: "${name}";[^}]*size-adjust`));
    expect(css).toMatch(new RegExp(`Variable",\\s*"${name}",`));
  }
});

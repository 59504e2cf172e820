import { expect, it } from 'vitest';
import { plainPage } from '../../core/pages/plain-page.ts';
import { readStyle } from './style.ts';

it('the style of pages has every token that its rules name: colours, sizes and weights of type', async () => {
  const { css } = await readStyle();
  const named = new Set([...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  expect([...named].filter((name) => !css.includes(`${name}:`))).toEqual([]);
  expect(css).toContain('--text-2xl: clamp(');
  expect(css).toContain('font-size: var(--text-2xl)');
});

it('the style of pages has fallbacks with the metrics of the fonts, so that pages stand still when these arrive', async () => {
  const { css } = await readStyle();
  for (const name of ['SansAlt', 'SerifAlt']) {
    expect(css).toMatch(new RegExp(`@font-face \\{\\s*font-family: "${name}";[^}]*size-adjust`));
    expect(css).toMatch(new RegExp(`Variable",\\s*"${name}",`));
  }
});

it('the fonts of texts and titles are asked for by the page itself, at the addresses that the style names', async () => {
  const { css } = await readStyle();
  const page = plainPage({
    site: { title: 'Archive', simulated: false },
    heading: 'A page',
    body: '',
  });
  const asked = [...page.matchAll(/rel="preload" as="font"[^>]* href="([^"]+)"/g)].map(
    ([, at]) => at,
  );
  const named = [...css.matchAll(/src: url\(([^)]+)\)/g)].map(([, at]) => at);
  expect(asked).toEqual(named.slice(0, 2)); // both are empty where the portal is not built
});

// Contrast of texts, as axe measures it. A measurement takes axe longer than all its other rules
// together, and most texts of a page look like others that have passed: each look is measured once
// in a test process.
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** axe, where the page has loaded it. */
    axe?: typeof axe;
  }
}

/** The looks that have passed, as `textsOf` names them. */
const passed = new Set<string>();

/** Texts with too little contrast, on a page that has loaded axe. */
export async function lowContrasts(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(measure, { passed: [...passed], most: MOST_APART });
  for (const look of found.passed) passed.add(look);
  return found.faults;
}

/**
 * From so many texts on, axe is given the whole page: it looks for each element in the list of
 * those it is given.
 */
const MOST_APART = 150;

/** Runs in the page. */
async function measure({ passed, most }: { readonly passed: string[]; readonly most: number }) {
  const known = new Set(passed);
  const looks = new Map<Element, string | null>();
  const behind = new Map<Element, string | null>();

  /**
   * The background of an element's letters, by its ancestors; null where they do not define it: a
   * floating element may cover anything.
   */
  function groundOf(element: Element): string | null {
    const found = behind.get(element);
    if (found !== undefined) return found;
    const style = getComputedStyle(element);
    const {
      backgroundColor: colour,
      backgroundImage: image,
      opacity,
      filter,
      mixBlendMode,
    } = style;
    const isClear = /^rgba\(.*, 0\)$|\/ 0\)$/.test(colour);
    const isOpaque = !/^rgba|\//.test(colour);
    const own = [isClear ? '' : colour, image, opacity, filter, mixBlendMode].join(' ');
    const adds = own !== ' none 1 none normal';
    const floats = /absolute|fixed|sticky/.test(style.position);
    const up = element.parentElement ? groundOf(element.parentElement) : 'page';
    const below = up === null || floats ? (isOpaque ? 'anything' : null) : up;
    const ground = below === null ? null : adds ? `${below} < ${own}` : below;
    behind.set(element, ground);
    return ground;
  }

  for (const element of document.body.querySelectorAll('*')) {
    const hasText =
      /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    if (!hasText || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const ground = groundOf(element);
    const look = ground && [color, fontSize, fontWeight, textShadow, ground].join(' | ');
    if (!look || !known.has(look)) looks.set(element, look);
  }
  if (looks.size === 0) return { faults: [], passed: [] };
  const context = looks.size > most ? document : { include: [...looks.keys()] };
  const { violations, passes } = await window.axe!.run(context, {
    resultTypes: ['violations', 'passes'],
    runOnly: { type: 'rule', values: ['color-contrast'] },
    elementRef: true,
  });
  const faults = violations.flatMap(({ nodes }) =>
    nodes.map(({ target }) => `color-contrast: ${target.join(' ')}`),
  );
  const right = passes.flatMap(({ nodes }) =>
    nodes.map(({ element }) => element && looks.get(element)),
  );
  return { faults, passed: [...new Set(right.filter((look) => typeof look === 'string'))] };
}

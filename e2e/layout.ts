// Whether a page as it stands is in order: nothing is wider than the window, and no control covers
// another.
import type { Page } from 'playwright-core';

/** The problems in words, the first few of each kind. */
export const layoutFaults = (page: Page): Promise<readonly string[]> => page.evaluate(faultsHere);

/** Runs in the page. */
function faultsHere(): string[] {
  type Box = { readonly element: Element; readonly rect: DOMRect };
  /** Pixels by which two boxes may overlap: shared borders and rounding. */
  const SLACK = 3;
  const HEADER = 84;
  const room = document.documentElement.clientWidth;
  const USED = 'a[href], button, input, select, textarea, summary, [role=tab], [role=checkbox]';

  const told = (element: Element): string => {
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return `${element.tagName.toLowerCase()} "${name.trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
  };
  /** The visible part of a box: ancestors that scroll or clip hide the rest. */
  const seen = (element: Element, rect: DOMRect): DOMRect | null => {
    let [left, top, right, bottom] = [rect.left, rect.top, rect.right, rect.bottom];
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at);
      const around = at.getBoundingClientRect();
      if (overflowX !== 'visible' && at !== document.body && at !== document.documentElement)
        [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
      if (overflowY !== 'visible' && at !== document.body && at !== document.documentElement)
        [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
      if (position === 'fixed') break;
    }
    return right - left > 1 && bottom - top > 1
      ? new DOMRect(left, top, right - left, bottom - top)
      : null;
  };
  /** What floats above a page on purpose and may cover it. */
  const floats = (element: Element): boolean => {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).position === 'fixed') return true;
    return false;
  };
  const sticks = (element: Element): Element | null => {
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).position === 'sticky') return at;
    return null;
  };
  const boxes: Box[] = [...document.querySelectorAll(USED)]
    .filter((element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    )
    .filter((element) => !element.closest('[inert], .sr-only') && !floats(element))
    .flatMap((element) =>
      [...element.getClientRects()].flatMap((rect) => {
        const part = seen(element, rect);
        return part ? [{ element, rect: part }] : [];
      }),
    );
  const faults: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > room) faults.push(`the page is ${scrollWidth} pixels wide`);
  for (const { element, rect } of boxes)
    if (rect.right > room + 1 || rect.left < -1) faults.push(`${told(element)} leaves the window`);
  const header = document.querySelector('header')?.getBoundingClientRect();
  if (header && header.height > HEADER) faults.push(`the header is ${header.height} pixels high`);
  for (const text of document.querySelectorAll('header .truncate')) {
    const isSeen = text.clientWidth > 1 && text.checkVisibility();
    if (isSeen && text.scrollWidth > text.clientWidth)
      faults.push(`the header cuts "${text.textContent}"`);
  }
  boxes.sort((a, b) => a.rect.top - b.rect.top);
  for (const [i, a] of boxes.entries())
    for (let k = i + 1; k < boxes.length; k += 1) {
      const b = boxes[k] as Box; // within the list
      if (b.rect.top > a.rect.bottom - SLACK) break;
      const wide = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const high = Math.min(a.rect.bottom, b.rect.bottom) - b.rect.top;
      if (wide <= SLACK || high <= SLACK) continue;
      if (a.element.contains(b.element) || b.element.contains(a.element)) continue;
      if (a.element.closest('label')?.contains(b.element)) continue;
      if (b.element.closest('label')?.contains(a.element)) continue;
      if (sticks(a.element) !== sticks(b.element)) continue; // one scrolls below the other
      faults.push(`${told(a.element)} covers ${told(b.element)}`);
    }
  return faults.slice(0, 6);
}

// How notices behave: they keep clear of important controls, F8 moves the focus to them, Escape dismisses them.

/** Marks what no notice may cover: buttons that stay at the lower edge, pages of a list. */
const KEPT_CLEAR = '[data-keep-clear]';
const GAP = 16;
const BETWEEN = 8;
const LOOK_EVERY_MS = 250;

export type Box = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/**
 * Pixels to keep between the window's lower edge and notices of this size, so that they cover no box; the minimum where
 * there is no room.
 */
export function liftOver(
  kept: readonly Box[],
  notices: { readonly left: number; readonly right: number; readonly height: number },
  windowHeight: number,
): number {
  let lift = GAP;
  for (const box of kept.toSorted((a, b) => b.bottom - a.bottom)) {
    const bottom = windowHeight - lift;
    const beside = box.right <= notices.left || box.left >= notices.right;
    const apart = box.top >= bottom + BETWEEN || box.bottom <= bottom - notices.height - BETWEEN;
    if (!beside && !apart) lift = windowHeight - box.top + BETWEEN;
  }
  return lift + notices.height <= windowHeight - BETWEEN ? lift : GAP;
}

/** Listens until the function that it returns is called. */
export function attend(section: HTMLElement): () => void {
  let before: HTMLElement | null = null;
  const place = (): void => {
    const { left, right, height } = section.getBoundingClientRect();
    const kept = [...document.querySelectorAll(KEPT_CLEAR)].flatMap((one) => {
      const box = one.getBoundingClientRect();
      return box.height > 0 && box.bottom > 0 && box.top < innerHeight ? [box] : [];
    });
    section.style.bottom = `${liftOver(kept, { left, right, height }, innerHeight)}px`;
  };
  const closers = (): HTMLElement[] => [
    ...section.querySelectorAll<HTMLElement>('button[data-dismiss]'),
  ];
  const giveBack = (): void => (closers().at(-1) ?? before)?.focus();
  const keys = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const at = event.target instanceof Element ? event.target : null;
    const inside = at !== null && section.contains(at);
    if (event.key === 'F8') {
      section.querySelector<HTMLElement>('a, button')?.focus();
      event.preventDefault();
    } else if (event.key === 'Escape' && (inside || !hasEscape(at))) {
      const own = inside ? at.closest('.pop')?.querySelector<HTMLElement>('[data-dismiss]') : null;
      (own ?? closers().at(-1))?.click();
      event.preventDefault();
    }
  };
  const comes = ({ relatedTarget: from }: FocusEvent): void => {
    if (from instanceof HTMLElement && !section.contains(from)) before = from;
  };
  // A dismissed notice takes the focus with it.
  const clicked = ({ target }: MouseEvent): void => {
    const closer = target instanceof Element ? target.closest('[data-dismiss]') : null;
    if (closer?.closest('.pop')?.contains(document.activeElement)) requestAnimationFrame(giveBack);
  };
  place();
  const timer = setInterval(place, LOOK_EVERY_MS);
  const resized = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(place);
  resized?.observe(section);
  window.addEventListener('scroll', place, { passive: true });
  window.addEventListener('resize', place);
  document.addEventListener('keydown', keys);
  section.addEventListener('focusin', comes);
  section.addEventListener('click', clicked);
  return () => {
    clearInterval(timer);
    resized?.disconnect();
    window.removeEventListener('scroll', place);
    window.removeEventListener('resize', place);
    document.removeEventListener('keydown', keys);
    section.removeEventListener('focusin', comes);
    section.removeEventListener('click', clicked);
  };
}

/** Fields, and whatever lies over the page, use Escape themselves. */
const hasEscape = (at: Element | null): boolean =>
  at?.closest('input, textarea, select, [contenteditable]') != null ||
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu], dialog[open]') !== null;

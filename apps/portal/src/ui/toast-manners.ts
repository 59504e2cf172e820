// How notices behave: they keep clear of important controls, F8 moves the focus to them, Escape
// dismisses them.

/** Marks what no notice may cover: buttons that stay at the lower edge, pages of a list. */
const KEPT_CLEAR = '[data-keep-clear]';
const GAP = 16;
const BETWEEN = 8;
/** A space lower than this shows too little of a notice, in pixels. */
const LEAST = 72;
const LOOK_EVERY_MS = 250;

export type Box = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
};

/**
 * Pixels between the window's lower edge and the notices, and how high they may be; those that do
 * not fit are scrolled to.
 */
export type Place = { readonly lift: number; readonly room: number };

/**
 * The lowest place at which notices of this size cover no box; where they fit nowhere, the highest
 * space that is free. Where hardly any is, they are at the lower edge whatever they cover: an
 * unread problem is worse.
 */
export function placeOf(
  kept: readonly Box[],
  notices: { readonly left: number; readonly right: number; readonly height: number },
  windowHeight: number,
): Place {
  const free: Place[] = [];
  let lift = GAP;
  const below = kept.filter((box) => box.right > notices.left && box.left < notices.right);
  for (const box of below.toSorted((a, b) => b.bottom - a.bottom)) {
    free.push({ lift, room: windowHeight - lift - box.bottom - BETWEEN });
    lift = Math.max(lift, windowHeight - box.top + BETWEEN);
  }
  free.push({ lift, room: windowHeight - lift - BETWEEN });
  const [highest] = free.toSorted((a, b) => b.room - a.room);
  const place = free.find(({ room }) => room >= notices.height) ?? highest;
  return place && place.room >= Math.min(LEAST, notices.height)
    ? { lift: place.lift, room: Math.min(place.room, notices.height) }
    : { lift: GAP, room: windowHeight - GAP - BETWEEN };
}

/** The newest is seen first: a reversed column begins at its end. */
const SCROLLED = {
  display: 'flex',
  flexDirection: 'column-reverse',
  overflowY: 'auto',
  pointerEvents: 'auto',
};
const WHOLE = { display: '', flexDirection: '', overflowY: '', pointerEvents: '', maxHeight: '' };

/** Listens until the function that it returns is called. */
export function attend(section: HTMLElement): () => void {
  let before: HTMLElement | null = null;
  const place = (): void => {
    const { left, right } = section.getBoundingClientRect();
    const height = section.scrollHeight;
    const kept = [...document.querySelectorAll(KEPT_CLEAR)].flatMap((one) => {
      const box = one.getBoundingClientRect();
      return box.height > 0 && box.bottom > 0 && box.top < innerHeight ? [box] : [];
    });
    const { lift, room } = placeOf(kept, { left, right, height }, innerHeight);
    const scrolled = room < height ? { ...SCROLLED, maxHeight: `${room}px` } : WHOLE;
    Object.assign(section.style, scrolled, { bottom: `${lift}px` });
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

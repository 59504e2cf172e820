// A card beside one part of the page, which stays bright while the rest is dimmed. Heavy: import it
// only from lazily loaded files.
import { Dialog as Base } from '@base-ui/react/dialog';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useState,
} from 'react';
import { useBackCloses } from './back-closes.ts';

/** Pixels of the window. */
type Box = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

const MARGIN = 8;
const CARD_WIDTH = 340;
/** About as high as a card gets; only used to decide on which side of the part it goes. */
const CARD_HEIGHT = 240;
const LOOK_EVERY_MS = 250;

export function Spotlight(props: {
  /**
   * CSS selectors: the first visible part is highlighted; without one, the card is in the middle.
   */
  readonly targets: readonly string[];
  readonly title: string;
  readonly children: ReactNode;
  readonly footer: ReactNode;
  /** Escape, or a click beside the card. */
  readonly onClose: () => void;
  /** The element that gets the focus when the card appears. */
  readonly initialFocus: RefObject<HTMLElement | null>;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { targets, title, children, footer, onClose, initialFocus, onKeyDown } = props;
  const box = useBoxOf(targets);
  useBackCloses(onClose);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <div aria-hidden className="fixed inset-0 z-40">
          <div
            className={`absolute rounded-lg shadow-[0_0_0_200vmax_var(--scrim)] transition-[left,top,width,height] duration-200 ${box ? 'outline-2 outline-accent' : ''}`}
            style={box ?? MIDDLE}
          />
        </div>
        <Base.Popup
          className="pop fixed z-50 flex max-h-[80dvh] max-w-[calc(100vw-16px)] flex-col gap-2 overflow-y-auto !p-5"
          style={placeOf(box)}
          initialFocus={initialFocus}
          onKeyDown={onKeyDown}
        >
          <Base.Title className="title-2">{title}</Base.Title>
          <Base.Description className="text-ink-2" render={<div />}>
            {children}
          </Base.Description>
          <div className="mt-2 flex flex-wrap items-center gap-2">{footer}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** Follows the part while the page moves and changes under it; brings it into view once. */
function useBoxOf(targets: readonly string[]): Box | null {
  const [box, setBox] = useState<Box | null>(null);
  const key = targets.join('\n');
  useEffect(() => {
    let brought: Element | null = null;
    const look = (): void => {
      const part = seen(key.split('\n'));
      if (part && part !== brought) {
        brought = part;
        part.scrollIntoView({ block: tall(part) ? 'start' : 'center' });
      }
      const next = part ? boxOf(part) : null;
      setBox((before) => (same(before, next) ? before : next));
    };
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [key]);
  return box;
}

const seen = (selectors: readonly string[]): Element | null =>
  selectors
    .flatMap((selector) => [...document.querySelectorAll(selector)])
    .find((part) => part.getBoundingClientRect().width > 0) ?? null;

const tall = (part: Element): boolean =>
  part.getBoundingClientRect().height > window.innerHeight * 0.6;

function boxOf(part: Element): Box {
  const { left, top, width, height } = part.getBoundingClientRect();
  return { left: left - 4, top: top - 4, width: width + 8, height: height + 8 };
}

const same = (a: Box | null, b: Box | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.left === b.left &&
    a.top === b.top &&
    a.width === b.width &&
    a.height === b.height);

const MIDDLE: CSSProperties = { left: '50%', top: '40%', width: 0, height: 0 };

/**
 * Under the part, else over it, else beside it, else in the lower corner; always inside the window.
 */
function placeOf(box: Box | null): CSSProperties {
  const width = Math.min(CARD_WIDTH, window.innerWidth - 2 * MARGIN);
  if (!box) return { width, left: `calc(50% - ${width / 2}px)`, top: '30%' };
  const inside = (left: number): number =>
    Math.max(MARGIN, Math.min(left, window.innerWidth - width - MARGIN));
  const below = box.top + box.height + MARGIN;
  if (below + CARD_HEIGHT < window.innerHeight)
    return { width, left: inside(box.left), top: below };
  if (box.top > CARD_HEIGHT + MARGIN)
    return { width, left: inside(box.left), bottom: window.innerHeight - box.top + MARGIN };
  const right = box.left + box.width + MARGIN;
  if (right + width < window.innerWidth) return { width, left: right, top: Math.max(box.top, 80) };
  return { width, right: MARGIN, bottom: MARGIN };
}

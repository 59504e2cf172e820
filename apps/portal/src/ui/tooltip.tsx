// A small explanation beside a word: opens on hover, focus or press, closes on Escape, can itself
// be hovered.
import { Info } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

/** `label` names the button for screen readers: 'About recommended data'. */
export function Tooltip(props: {
  readonly label: string;
  readonly children: ReactNode;
  /** The content of the button; an information mark by default. */
  readonly trigger?: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ left: number; top: number } | null>(null);
  const open = at !== null;
  const show = (): void => {
    const box = button.current?.getBoundingClientRect();
    if (box) setAt(place(box));
  };
  const hide = (): void => setAt(null);
  useEffect(() => {
    if (!open) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setAt(null);
    };
    const onScroll = (): void => setAt(null);
    document.addEventListener('keydown', onKey);
    window.addEventListener('scroll', onScroll, { passive: true, capture: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [open]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the hover area holds the button and its text together
    <span className="inline-flex" onMouseEnter={show} onMouseLeave={hide}>
      <button
        ref={button}
        type="button"
        className="grid size-6 place-items-center rounded-full text-ink-2 hover:text-ink"
        aria-label={props.label}
        aria-describedby={open ? id : undefined}
        onClick={show}
        onFocus={show}
        onBlur={hide}
      >
        {props.trigger ?? <Info size={15} aria-hidden />}
      </button>
      {open && (
        <span
          id={id}
          role="tooltip"
          className="pop fixed z-50 block w-[280px] px-3 py-2 text-left text-sm leading-snug font-normal whitespace-normal normal-case"
          style={at}
        >
          {props.children}
        </span>
      )}
    </span>
  );
}

const WIDTH = 280;

function place(box: DOMRect): { left: number; top: number } {
  const left = Math.min(Math.max(8, box.left + box.width / 2 - WIDTH / 2), innerWidth - WIDTH - 8);
  return { left: Math.max(8, left), top: box.bottom + 2 };
}

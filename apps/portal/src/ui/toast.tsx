// Short notices that come and go: `toast({ title, link })` from anywhere; the host stands once in
// the shell.
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { load } from '../loading/load.ts';
import { Button } from './button.tsx';

export type ToastOptions = {
  readonly title: string;
  readonly text?: string;
  readonly kind?: 'done' | 'problem';
  /** A link: `{ label: 'View cart', href: '#/saved' }`. */
  readonly link?: { readonly label: string; readonly href: string };
};

type Shown = ToastOptions & { readonly id: number };

const LEAST_MS = 7000;
/** Slow readers take this long for a letter. */
const MS_PER_LETTER = 80;
const MOST = 3;

let shown: readonly Shown[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/**
 * Shows a notice long enough to read it, a problem until it is dismissed; at most three at once,
 * none twice.
 */
export function toast(options: ToastOptions): void {
  lastId += 1;
  const others = shown.filter(
    ({ title, text, kind }) =>
      title !== options.title || text !== options.text || kind !== options.kind,
  );
  change([...others, { ...options, id: lastId }].slice(-MOST));
}

/** Between tests. @internal */
export function dismissToasts(): void {
  change([]);
}

export function ToastHost() {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  const host = useRef<HTMLElement>(null);
  const any = toasts.length > 0;
  useEffect(() => {
    const section = host.current;
    if (!any || !section) return;
    let stop: (() => void) | null = () => {};
    void load(() => import('./toast-manners.ts')).then(
      ({ attend }) => {
        if (stop) stop = attend(section);
      },
      () => {}, // without them it can still be read and dismissed
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, [any]);
  return (
    <section
      ref={host}
      aria-label="Notices (F8)"
      className="pointer-events-none fixed right-4 bottom-4 z-50 w-[min(24rem,calc(100vw-2rem))]"
    >
      {/* aria-live in spite of the role: an open dialog hides from screen readers everything
          that lacks this attribute. */}
      <div role="status" aria-live="polite" aria-atomic="false" className="flex flex-col gap-2">
        {toasts.map((item) => (
          <Notice key={item.id} item={item} />
        ))}
      </div>
    </section>
  );
}

/** How long a notice is shown; null: until it is dismissed. */
const shownMs = ({ kind, title, text = '', link }: Shown): number | null =>
  kind === 'problem'
    ? null
    : Math.max(LEAST_MS, MS_PER_LETTER * (title + text + (link?.label ?? '')).length);

function Notice({ item }: { readonly item: Shown }) {
  const [held, setHeld] = useState(false);
  const close = (): void => change(shown.filter((other) => other.id !== item.id));
  useEffect(() => {
    const ms = shownMs(item);
    if (held || ms === null) return;
    const timer = setTimeout(() => change(shown.filter((other) => other.id !== item.id)), ms);
    return () => clearTimeout(timer);
  }, [held, item]);
  const Mark = item.kind === 'problem' ? CircleAlert : CircleCheck;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the notice a little longer
    <div
      className="pop pointer-events-auto flex items-start gap-3 px-4 py-3"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Mark
        size={19}
        aria-hidden
        className={item.kind === 'problem' ? 'mt-0.5 text-danger' : 'mt-0.5 text-good'}
      />
      <div className="min-w-0 flex-1">
        <p className="font-strong">{item.title}</p>
        {item.text && <p className="text-sm text-ink-2">{item.text}</p>}
        {item.link && (
          <a href={item.link.href} className="link text-sm" onClick={close}>
            {item.link.label}
          </a>
        )}
      </div>
      <Button look="quiet" small icon aria-label="Dismiss" data-dismiss onClick={close}>
        <X size={15} aria-hidden />
      </Button>
    </div>
  );
}

function change(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

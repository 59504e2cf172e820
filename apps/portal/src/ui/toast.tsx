// Short notices that come and go: `toast({ title, link })` from anywhere; the host stands once in the shell.
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from './button.tsx';

export type ToastOptions = {
  readonly title: string;
  readonly text?: string;
  readonly kind?: 'done' | 'problem';
  /** A place to go: `{ label: 'View cart', href: '#/saved' }`. */
  readonly link?: { readonly label: string; readonly href: string };
};

type Shown = ToastOptions & { readonly id: number };

const SHOWN_MS = 7000;
const MOST = 3;

let shown: readonly Shown[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a notice for seven seconds, longer while hovered or focused; at most three stand at once. */
export function toast(options: ToastOptions): void {
  lastId += 1;
  change([...shown, { ...options, id: lastId }].slice(-MOST));
}

/** Between tests. @internal */
export function dismissToasts(): void {
  change([]);
}

export function ToastHost() {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  return (
    <section
      aria-label="Notices"
      aria-live="polite"
      className="fixed right-4 bottom-4 z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2"
    >
      {toasts.map((item) => (
        <Notice key={item.id} item={item} />
      ))}
    </section>
  );
}

function Notice({ item }: { readonly item: Shown }) {
  const [held, setHeld] = useState(false);
  const close = (): void => change(shown.filter((other) => other.id !== item.id));
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => change(shown.filter((other) => other.id !== item.id)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, item.id]);
  const Mark = item.kind === 'problem' ? CircleAlert : CircleCheck;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps the notice a little longer
    <div
      className="pop flex items-start gap-3 px-4 py-3"
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
      <Button look="quiet" small icon aria-label="Dismiss" onClick={close}>
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

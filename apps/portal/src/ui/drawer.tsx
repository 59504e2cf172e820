// A panel over the page for narrow windows, a sheet from below on phones: the browser's own modal
// dialog. Import it lazily.
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useBackCloses } from './back-closes.ts';
import { Button } from './button.tsx';

export function Drawer(props: {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Stays at the lower edge. */
  readonly footer?: ReactNode;
}) {
  const { open, title, onClose, children, footer } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useBackCloses(open ? onClose : null);
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) element.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className="m-0 h-dvh max-h-none w-[min(24rem,100vw)] max-w-none overflow-y-auto bg-paper p-4 text-ink shadow-(--shadow) backdrop:bg-black/40 max-sm:mt-auto max-sm:h-[calc(100dvh-2.75rem)] max-sm:w-full max-sm:rounded-t-2xl"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <div className="sticky -top-4 z-10 -mx-4 -mt-4 mb-3 flex items-center justify-between border-b border-rule bg-paper px-4 py-2.5">
        <h2 className="title-2">{title}</h2>
        <Button look="quiet" icon aria-label="Close" onClick={onClose}>
          <X size={18} aria-hidden />
        </Button>
      </div>
      {open && children}
      {open && footer && (
        <div
          data-keep-clear
          className="sticky -bottom-4 -mx-4 mt-4 -mb-4 flex gap-3 border-t border-rule bg-surface px-4 py-3"
        >
          {footer}
        </div>
      )}
    </dialog>
  );
}

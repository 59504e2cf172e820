// A panel that slides over the page from the left, for narrow windows: the browser's own modal dialog.
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

export function Drawer(props: {
  readonly open: boolean;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const { open, title, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open && element && !element.open) element.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      className="m-0 h-dvh max-h-none w-[min(24rem,100vw)] max-w-none overflow-y-auto bg-paper p-4 text-ink shadow-xl backdrop:bg-black/40"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <div className="mb-2 flex items-center justify-between">
        <h2 className="title-2">{title}</h2>
        <Button look="quiet" icon aria-label="Close" onClick={onClose}>
          <X size={18} aria-hidden />
        </Button>
      </div>
      {open && children}
    </dialog>
  );
}

// A button whose dialog is loaded when it is first wanted: what it opens is a lazy component, so that this may stand in the shell.
import { type ReactNode, Suspense, useState } from 'react';

export function DialogButton(props: {
  /** The dialog, a lazy component; it is told how it closes. */
  readonly dialog: (onClose: () => void) => ReactNode;
  readonly className: string;
  readonly children: ReactNode;
  /** What the tour calls it. */
  readonly tour?: string;
}) {
  const { dialog, className, children, tour } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        {...(tour ? { 'data-tour': tour } : {})}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {open && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  );
}

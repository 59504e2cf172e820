// A button whose dialog is loaded when it is first wanted: the dialog is a lazy component, so that
// the shell can hold the button.
import { type ReactNode, Suspense, useState } from 'react';

export function DialogButton(props: {
  /** Makes the dialog, a lazy component, given how to close it. */
  readonly dialog: (onClose: () => void) => ReactNode;
  readonly className: string;
  readonly children: ReactNode;
  /** The name by which the tour finds it. */
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

// A button whose dialog is loaded when it is first wanted. The dialog comes as a lazy component: this stands in the shell.
import {
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useState,
} from 'react';

export type OpenedDialog = ComponentType<{ readonly onClose: () => void }>;

export function DialogButton(props: {
  readonly dialog: LazyExoticComponent<OpenedDialog>;
  readonly className: string;
  readonly children: ReactNode;
  /** What the tour calls it. */
  readonly tour?: string;
}) {
  const { dialog: Opened, className, children, tour } = props;
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
      {open && (
        <Suspense>
          <Opened onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

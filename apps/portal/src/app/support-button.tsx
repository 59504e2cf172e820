// Opens the support dialog, which is loaded when it is first wanted. It stands in the header and in the footer.
import { lazy, type ReactNode, Suspense, useState } from 'react';

const SupportDialog = lazy(() =>
  import('../parts/support/support-dialog.tsx').then((module) => ({
    default: module.SupportDialog,
  })),
);

export function SupportButton(props: { readonly className: string; readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={props.className}
        aria-haspopup="dialog"
        data-tour="support"
        onClick={() => setOpen(true)}
      >
        {props.children}
      </button>
      {open && (
        <Suspense>
          <SupportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

// Opens the Data Workbench, which is loaded when it is first wanted.
import { lazy, Suspense, useState } from 'react';
import { useConfig } from '../lib/config.ts';

const WorkbenchDialog = lazy(() =>
  import('../parts/workbench/workbench-dialog.tsx').then((module) => ({
    default: module.WorkbenchDialog,
  })),
);

export function WorkbenchButton(props: { readonly className: string }) {
  const { workbench } = useConfig();
  const [open, setOpen] = useState(false);
  if (workbench.modules.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={props.className}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="calm">WORKBENCH</span>{' '}
        <span className="rounded-full bg-accent-soft px-1.5 text-[.72rem] text-accent">alpha</span>
      </button>
      {open && (
        <Suspense>
          <WorkbenchDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

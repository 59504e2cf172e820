// Opens the Data Workbench, where the configuration names a module of it.
import { useConfig } from '../lib/config.ts';
import { DialogButton } from '../ui/dialog-button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const WorkbenchDialog = lazyPart(
  'The workbench',
  () => import('../parts/workbench/workbench-dialog.tsx').then((module) => module.WorkbenchDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function WorkbenchButton({ className }: { readonly className: string }) {
  const { workbench } = useConfig();
  if (workbench.modules.length === 0) return null;
  return (
    <DialogButton className={className} dialog={(onClose) => <WorkbenchDialog onClose={onClose} />}>
      <span className="calm">WORKBENCH</span>{' '}
      <span className="rounded-full bg-accent-soft px-1.5 text-xs text-accent">alpha</span>
    </DialogButton>
  );
}

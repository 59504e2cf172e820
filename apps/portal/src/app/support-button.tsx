// Opens the support dialog. It stands in the header and in the footer.
import { lazy, type ReactNode } from 'react';
import { DialogButton } from '../ui/dialog-button.tsx';

const SupportDialog = lazy(() =>
  import('../parts/support/support-dialog.tsx').then((module) => ({
    default: module.SupportDialog,
  })),
);

export const SupportButton = (props: {
  readonly className: string;
  readonly children: ReactNode;
}) => (
  <DialogButton
    {...props}
    dialog={(onClose) => <SupportDialog onClose={onClose} />}
    tour="support"
  />
);

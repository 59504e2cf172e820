// Opens the support dialog. It is in the header and in the footer.
import type { ReactNode } from 'react';
import { DialogButton } from '../ui/dialog-button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const SupportDialog = lazyPart(
  'The support form',
  () => import('../parts/support/support-dialog.tsx').then((module) => module.SupportDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
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

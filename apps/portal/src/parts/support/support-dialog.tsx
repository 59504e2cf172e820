// The support form in a dialog, over any screen.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Sent } from './sent.tsx';
import { SupportForm } from './support-form.tsx';

export function SupportDialog({ onClose }: { readonly onClose: () => void }) {
  const [number, setNumber] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Support"
      width="640px"
      keepOpen={number === null}
      {...(number === null
        ? {}
        : {
            footer: (
              <Button look="primary" onClick={onClose}>
                Close
              </Button>
            ),
          })}
    >
      {number === null ? (
        <SupportForm onSent={setNumber} onCancel={onClose} />
      ) : (
        <Sent number={number} />
      )}
    </Dialog>
  );
}

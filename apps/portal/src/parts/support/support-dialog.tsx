// Help from people: the archive's contact address.
import { useConfig } from '../../lib/config.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function SupportDialog({ onClose }: { readonly onClose: () => void }) {
  const { contact, archiveName } = useConfig();
  const subject = encodeURIComponent('Data Discovery Support Request');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Support"
      width="480px"
      footer={
        <a
          className={buttonClass({ look: 'primary' })}
          href={`mailto:${contact.email}?subject=${subject}`}
        >
          Write to {contact.email}
        </a>
      }
    >
      <p>
        Questions about the {archiveName} archive, its data or an order are answered by people. Tell
        us the datastream or the order number, and what you expected.
      </p>
    </Dialog>
  );
}

// Refusing an order, with a reason that is sent to its owner.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function RefuseDialog(props: {
  readonly orderId: number;
  readonly onClose: () => void;
  readonly onRefuse: (words: string) => void;
}) {
  const { orderId, onClose, onRefuse } = props;
  const [words, setWords] = useState('');
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={`Refuse order ${orderId}?`}
      description="This cannot be undone. The owner of the order is notified by mail."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={() => onRefuse(words)}>
            Refuse
          </Button>
        </>
      }
    >
      <label className="grid gap-1">
        Message to the owner
        <textarea
          className="rounded-md border border-rule-2 bg-surface px-3 py-2"
          rows={4}
          maxLength={2000}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </label>
    </Dialog>
  );
}

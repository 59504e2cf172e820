// The dialog behind confirm().
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export type Question = {
  readonly title: string;
  readonly text?: ReactNode;
  /** Default 'Confirm'. */
  readonly confirmLabel?: string;
  /** Default 'Cancel'; null leaves only the confirming button. */
  readonly cancelLabel?: string | null;
  readonly danger?: boolean;
};

export function ConfirmDialog(props: {
  readonly question: Question;
  readonly onAnswer: (yes: boolean) => void;
}) {
  const { question, onAnswer } = props;
  const { cancelLabel = 'Cancel', confirmLabel = 'Confirm' } = question;
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title={question.title}
      width="460px"
      footer={
        <>
          {cancelLabel !== null && <Button onClick={() => onAnswer(false)}>{cancelLabel}</Button>}
          <Button look={question.danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {question.text}
    </Dialog>
  );
}

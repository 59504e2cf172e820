// The dialog behind confirm().
import { Button } from './button.tsx';
import type { Question } from './confirm.tsx';
import { Dialog } from './dialog.tsx';

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

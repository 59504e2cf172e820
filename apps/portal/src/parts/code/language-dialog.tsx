// The dialog of code that is written in one of a few languages. Heavy: import it only lazily.
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { COPY_WORDS, CodeText, CopiedStatus, CopyFailed, useCopy } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Segmented } from '../../ui/segmented.tsx';

export function LanguageDialog<L extends string>(props: {
  readonly description: string;
  readonly languages: readonly L[];
  readonly language: L;
  readonly onLanguage: (language: L) => void;
  /** Null: there is no code yet. */
  readonly text: string | null;
  /** Shown instead of code. */
  readonly absent?: ReactNode;
  readonly onClose: () => void;
}) {
  const { description, languages, language, onLanguage, text, absent, onClose } = props;
  const [copied, copy] = useCopy(text ?? '');
  return (
    <Dialog
      open
      onClose={onClose}
      width="860px"
      title="Code to copy"
      description={description}
      footer={
        <>
          <CopiedStatus state={copied} />
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" disabled={text === null} onClick={copy}>
            {COPY_WORDS[copied]}
          </Button>
        </>
      }
    >
      <Segmented
        label="Language"
        segments={languages.map((value) => ({ value, label: value }))}
        value={language}
        onChange={onLanguage}
      />
      {text === null ? (
        absent
      ) : (
        <CodeText language={language} text={text} className="mt-3 max-h-[50vh]" />
      )}
      <CopyFailed state={copied} />
    </Dialog>
  );
}

// Opens the dialog with code to copy, which is loaded when it is first wanted.
import { Code } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { CodeSubject } from './subject.ts';

const CodeDialog = lazyPart(
  'The code',
  () => import('./code-dialog.tsx').then((module) => module.CodeDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function CodeButton(props: {
  /** Called when the button is pressed. */
  readonly subject: () => CodeSubject;
  readonly className?: string;
}) {
  const [subject, setSubject] = useState<CodeSubject | null>(null);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        {...(props.className ? { className: props.className } : {})}
        onClick={() => setSubject(props.subject())}
      >
        <Code size={15} aria-hidden />
        Code to copy
      </Button>
      {subject && (
        <Suspense>
          <CodeDialog subjects={[subject]} from={location.href} onClose={() => setSubject(null)} />
        </Suspense>
      )}
    </>
  );
}

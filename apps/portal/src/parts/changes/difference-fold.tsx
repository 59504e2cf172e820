// 'How it differs': how a file differs from its former version, loaded when it is opened.
import { useState } from 'react';
import { FileDifference, type FileToCompare } from './file-difference.tsx';

export function DifferenceFold(props: FileToCompare) {
  const [open, setOpen] = useState(false);
  return (
    <details className="mt-1" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="link w-fit cursor-pointer text-sm">How it differs</summary>
      {open && (
        <div className="text-sm">
          <FileDifference {...props} />
        </div>
      )}
    </details>
  );
}

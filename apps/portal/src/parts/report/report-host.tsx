// Shows the report that was opened as a dialog; stands once in the shell.
import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { closeReport, useOpenedReport } from './opened.ts';

const ReportDialog = lazyPart(
  'The quality report',
  () => import('./report-dialog.tsx').then((module) => module.ReportDialog),
  { failure: 'over', onDismiss: ({ onClose }) => onClose() },
);

export function ReportHost() {
  const id = useOpenedReport((opened) => opened.id);
  if (id === null) return null;
  return (
    <Suspense>
      <ReportDialog id={id} onClose={closeReport} />
    </Suspense>
  );
}

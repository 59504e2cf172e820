// Shows the report that was opened as a dialog; stands once in the shell.
import { lazy, Suspense } from 'react';
import { closeReport, useOpenedReport } from './opened.ts';

const ReportDialog = lazy(() =>
  import('./report-dialog.tsx').then((module) => ({ default: module.ReportDialog })),
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

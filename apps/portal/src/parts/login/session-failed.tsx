// Shown in place of a screen that needs a signed-in person, when the session cannot be checked.
import { useState } from 'react';
import { useSessionCheck } from '../../lib/session.ts';
import { FailurePanel } from '../../ui/panels.tsx';

export function SessionFailed() {
  const check = useSessionCheck();
  const [busy, setBusy] = useState(false);
  const again = (): void => {
    setBusy(true);
    check()
      .catch(() => undefined) // still as it was: this panel stays
      .finally(() => setBusy(false));
  };
  return (
    <FailurePanel
      what="Your sign-in could not be checked."
      why="You stay signed in; nothing is lost."
      busy={busy}
      onRetry={again}
    />
  );
}

// What the welcome notice says.
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function WelcomeDialog({ onClose }: { readonly onClose: (forGood: boolean) => void }) {
  const [details, setDetails] = useState(false);
  return (
    <Dialog
      open
      onClose={() => onClose(false)}
      title="Welcome"
      width="500px"
      footer={
        <>
          <Button onClick={() => onClose(true)}>Don't show me this again</Button>
          <Button look="primary" onClick={() => onClose(false)}>
            OK
          </Button>
        </>
      }
    >
      <p>
        Only recommended data are shown at first: those that the archive suggests for most purposes.
        Switch to All Data above the results to see everything.{' '}
        <button
          type="button"
          className="link"
          aria-expanded={details}
          onClick={() => setDetails(!details)}
        >
          Details
        </button>
      </p>
      {details && (
        <p className="mt-3 text-ink-2">
          A data product is recommended when it has a priority: 1 high, 2 medium or 3 low. Products
          without one are older, superseded, or meant for special uses. Nothing is hidden
          permanently: when no recommended data match, all data are shown.
        </p>
      )}
      <p className="mt-3">
        <a className="link" href="#/account/search">
          Set your preference
        </a>{' '}
        on your account page.
      </p>
    </Dialog>
  );
}

// Order confirmations can be HTML mails: a notice that stays away once dismissed.
import { Mail, X } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';

const DISMISSED = 'mail-notice-dismissed';

export function MailNotice() {
  const [dismissed, setDismissed] = useState(() => readStored(DISMISSED, z.boolean()) === true);
  if (dismissed) return null;
  return (
    <aside
      aria-label="About order confirmations"
      className="mt-4 flex items-center gap-3 rounded-lg border border-rule bg-surface py-1.5 pr-2 pl-4"
    >
      <Mail size={17} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1">
        Order confirmation emails can be sent as HTML or as plain text:{' '}
        <a className="link" href="#/account/profile">
          email preferences
        </a>
        .
      </p>
      <Button
        look="quiet"
        icon
        small
        aria-label="Dismiss the notice about HTML order confirmation emails"
        onClick={() => {
          writeStored(DISMISSED, true);
          setDismissed(true);
        }}
      >
        <X size={16} aria-hidden />
      </Button>
    </aside>
  );
}

// Lines that concern the whole site: maintenance (dismissible), and that the archive is simulated.
import { maintenanceOf } from '@isobar/contract/calls/maintenance.ts';
import { useQuery } from '@tanstack/react-query';
import { Wrench, X } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { ask } from '../lib/ask.ts';
import { useConfig } from '../lib/config.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { Button } from '../ui/button.tsx';

const DISMISSED = 'maintenance-dismissed';

/** A message once dismissed stays away; a new message shows again. */
export function MaintenanceBanner() {
  const config = useConfig();
  const [dismissed, setDismissed] = useState(() => readStored(DISMISSED, z.string()));
  const { data } = useQuery({
    queryKey: ['maintenance'],
    queryFn: ({ signal }) => ask(config, maintenanceOf, { params: { app: 'discovery' }, signal }),
    staleTime: 10 * 60_000,
    retry: false,
  });
  const message = data?.message;
  if (!message || message === dismissed) return null;
  return (
    <aside aria-label="Maintenance" className="border-b border-rule bg-warn-soft">
      <div className="page flex items-center gap-3 py-1.5">
        <Wrench size={17} aria-hidden className="shrink-0 text-warn" />
        <p className="min-w-0 flex-1">{message}</p>
        <Button
          look="quiet"
          icon
          small
          aria-label="Dismiss maintenance message"
          onClick={() => {
            writeStored(DISMISSED, message);
            setDismissed(message);
          }}
        >
          <X size={16} aria-hidden />
        </Button>
      </div>
    </aside>
  );
}

export function SimulatedNotice() {
  const { simulated } = useConfig();
  if (!simulated) return null;
  return (
    <aside aria-label="About this archive" className="page w-full pt-6 text-sm text-ink-2">
      This is a demonstration archive. Places, instruments, dates and quality reports are real; the
      measured values are simulated.
    </aside>
  );
}

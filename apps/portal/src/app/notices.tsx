// Lines that concern the whole site: maintenance (dismissible), and that the archive is simulated.
import { maintenanceOf } from '@isobar/contract/calls/maintenance.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import * as z from 'zod/mini';
import { ask } from '../lib/ask.ts';
import { useConfig } from '../lib/config.ts';
import { readStored, writeStored } from '../lib/storage.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const MaintenanceMessage = lazyPart('A notice about maintenance', () =>
  import('./maintenance-message.tsx').then((module) => module.MaintenanceMessage),
);

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
    <Suspense>
      <MaintenanceMessage
        message={message}
        onDismiss={() => {
          writeStored(DISMISSED, message);
          setDismissed(message);
        }}
      />
    </Suspense>
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

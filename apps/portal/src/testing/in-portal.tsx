// A piece of the portal on its own, with configuration and server answers around it.
import { portalConfig } from '@isobar/contract/calls/config.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { ConfigProvider } from '../lib/config.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { config } from './open-portal.tsx';

export function inPortal(piece: ReactNode) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConfigProvider value={z.parse(portalConfig, config)}>{piece}</ConfigProvider>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

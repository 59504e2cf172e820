// The portal starts here: configuration first, then the router.
import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from '../lib/query-client.ts';
import { load } from '../loading/load.ts';
import { beforeReload } from '../loading/reload-once.ts';
import { Configured } from './configured.tsx';
import { redirectOldAddress } from './old-address.ts';
import { createPortalRouter } from './router.ts';

redirectOldAddress(window.location, window.history);
void load(() => import('../loading/entries.ts')).then(
  ({ followEntries, keepEntries }) => {
    followEntries();
    beforeReload(keepEntries);
  },
  () => {}, // without it a reload loses what was entered, and nothing else
);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <Configured router={createPortalRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);

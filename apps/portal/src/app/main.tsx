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

const root = document.getElementById('root');
if (!root) throw new Error('no #root');
redirectOldAddress(window.location, window.history);

// In a task of its own, so that the page answers after the scripts were evaluated.
setTimeout(() => {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <Configured router={createPortalRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );
  void load(() => import('../loading/entries.ts')).then(
    ({ followEntries, keepEntries }) => {
      followEntries();
      beforeReload(keepEntries);
    },
    () => {}, // without it a reload loses what was entered, and nothing else
  );
});

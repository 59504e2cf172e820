// What the screen asks for one search: three calls side by side.
import { waitFor } from '@testing-library/react';
import { delay, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPortal, servedPortal, server } from '../../testing/open-portal.tsx';
import { external, made, metadataService, type Sent } from '../../testing/small-archive.ts';

servedPortal();
beforeEach(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));

const isMain = ({ body }: Sent) => 'collapse' in body && 'post_filter' in body;
const isCount = ({ body }: Sent) => 'all' in ((body.aggs ?? {}) as object);
const isExternal = ({ url }: Sent) => url.searchParams.get('filter_path') === 'hits.total.value';

describe('a search', () => {
  it('[P001] [P002] [P009] posts main search, all-data count and external count side by side', async () => {
    const asked: Sent[] = [];
    const service = metadataService([made('met', 'sgp', 'E13', 'temp'), external('modis')]);
    server.use(
      http.post('*/services/metadata/_search', async ({ request }) => {
        const body = (await request.clone().json()) as Record<string, unknown>; // what the portal sends
        asked.push({ body, url: new URL(request.url) });
        await delay('infinite'); // none is answered: none can have waited for another
      }),
      service.handler,
    );
    openPortal('/results/site_code::sgp');
    await waitFor(() => {
      expect(asked.filter(isMain)).toHaveLength(1);
      expect(asked.filter(isCount)).toHaveLength(1);
      expect(asked.filter(isExternal)).toHaveLength(1);
    });
    for (const { url } of asked) expect(url.pathname).toBe('/services/metadata/_search');
    expect(asked.find(isExternal)?.body).toMatchObject({ size: 0 });
    expect(JSON.stringify(asked.find(isExternal)?.body)).toContain('NOT data_repository.keyword');
  });
});

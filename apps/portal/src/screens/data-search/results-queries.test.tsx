// What the screen asks for one search: three calls side by side.
import { act, screen, waitFor } from '@testing-library/react';
import { delay, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { openPortal, servedPortal, server } from '../../testing/open-portal.tsx';
import { external, made, metadataService, type Sent } from '../../testing/small-archive.ts';

servedPortal();
beforeEach(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));

const isMain = ({ body }: Sent) => 'collapse' in body && 'post_filter' in body;
const isCount = ({ body }: Sent) => 'all' in ((body.aggs ?? {}) as object);
const isExternal = ({ url }: Sent) => url.searchParams.get('filter_path') === 'hits.total.value';

it('a search posts main search, all-data count and external count side by side', async () => {
  const asked: Sent[] = [];
  const service = metadataService([made('met', 'sgp', 'E13', 'temp'), external('modis')]);
  server.use(
    http.post('*/services/metadata/_search', async ({ request }) => {
      // what the portal sends
      const body = (await request.clone().json()) as Record<string, unknown>;
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

it('a search asks for no count of external data where nothing is searched for', async () => {
  const asked: Sent[] = [];
  const service = metadataService([made('met', 'sgp', 'E13', 'temp'), external('modis')]);
  server.use(noting(asked), service.handler);
  openPortal('/results/');
  await waitFor(() => expect(asked.filter(isCount).length).toBeGreaterThan(0));
  await delay(50); // it would have been sent side by side
  expect(JSON.stringify(asked)).not.toContain('NOT data_repository.keyword');
});

it('a search asks for nothing before the meaning of its words is known', async () => {
  const asked: Sent[] = [];
  let understood = 0;
  server.use(
    noting(asked),
    http.get('*/services/words/understand', async () => {
      understood++;
      await delay('infinite');
    }),
  );
  openPortal('/results/s::wind');
  await waitFor(() => expect(understood).toBe(1));
  await delay(50); // whatever does not wait was sent with the question above
  expect(asked).toHaveLength(0);
});

it('a search leaves the former rows in place, marked as busy, until those of the next search are there', async () => {
  const service = metadataService([made('met', 'sgp', 'E13', 'temp')]);
  server.use(service.handler);
  const { router } = openPortal('/results/site_code::sgp');
  const isBusy = () => screen.getByRole('region', { name: 'Results' }).getAttribute('aria-busy');
  await screen.findByRole('table');
  await waitFor(() => expect(isBusy()).toBe('false'));
  const rows = screen.getAllByRole('row').length;
  expect(rows).toBeGreaterThan(1);
  server.use(http.post('*/services/metadata/_search', () => delay('infinite')));
  await act(() => router.navigate({ href: '/results/site_code::nsa' }));
  await waitFor(() => expect(isBusy()).toBe('true'));
  expect(screen.getAllByRole('row')).toHaveLength(rows);
});

/** Notes each request of the metadata index and lets the next handler answer it. */
const noting = (asked: Sent[]) =>
  http.post('*/services/metadata/_search', async ({ request }) => {
    const body = (await request.clone().json()) as Record<string, unknown>; // what the portal sends
    asked.push({ body, url: new URL(request.url) });
  });

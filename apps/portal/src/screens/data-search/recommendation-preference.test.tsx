// What a person's searches begin with: set on the search screen, kept, and followed; for everybody
// else it is recommended data.
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import {
  kept,
  openPortal,
  problem,
  servedPortal,
  server,
  signedIn,
} from '../../testing/open-portal.tsx';
import { made, metadataService } from '../../testing/small-archive.ts';

servedPortal();
beforeEach(() => localStorage.setItem('isobar.welcome-dismissed', 'true'));

const DOCUMENTS = [
  made('met', 'sgp', 'E13', 'temp', { priority: 1 }),
  made('raw', 'sgp', 'E13', 'temp', { source_class_code: 'pi' }),
];

/** The profile service with the person's search preferences; what is saved is collected. */
function keeping(recommended: boolean | null) {
  const saved: unknown[] = [];
  server.use(
    metadataService(DOCUMENTS).handler,
    http.get('*/services/profile/preference/search/appPersonIdPref', ({ request }) => {
      const name = new URL(request.url).searchParams.get('preference');
      if (name !== 'search' || recommended === null) return problem(404, 'not-found');
      return kept(name, JSON.stringify({ recommended }));
    }),
    http.post('*/services/profile/preference', async ({ request }) => {
      const body = await request.json();
      saved.push(body);
      return HttpResponse.json(body);
    }),
  );
  return saved;
}

const chosen = async (name: RegExp) => {
  const radio = await screen.findByRole('radio', { name });
  await waitFor(() => expect((radio as HTMLInputElement).checked).toBe(true));
};
const openDialog = async (user: ReturnType<typeof openPortal>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Recommendation Preference' }));
  return screen.findByRole('dialog', { name: 'Recommendation Preference' });
};

it('to see recommended data applies when the search opens', async () => {
  keeping(true);
  signedIn();
  openPortal('/results/site_code::sgp');
  await chosen(/^Recommended Data \(1\)/);
  await screen.findByText('Search Results - Showing 1-1 of 1');
});

it('to see all data applies when the search opens', async () => {
  keeping(false);
  signedIn();
  openPortal('/results/site_code::sgp');
  await chosen(/^All Data \(2\)/);
  await screen.findByText('Search Results - Showing 1-2 of 2');
});

it('the recommendation preference is set on the search screen, kept for the person, and holds at once', async () => {
  const saved = keeping(null);
  signedIn();
  const { user } = openPortal('/results/site_code::sgp');
  await chosen(/^Recommended Data \(1\)/);
  const dialog = await openDialog(user);
  await user.click(within(dialog).getByRole('radio', { name: 'All data' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Recommendation Preference' })).toBeNull(),
  );
  expect(saved).toMatchObject([{ preference: 'search', value: '{"recommended":false}' }]);
  await chosen(/^All Data \(2\)/);
});

it('the recommendation preference that cannot be saved says why and stays open', async () => {
  keeping(true);
  server.use(
    http.post('*/services/profile/preference', () =>
      problem(503, 'unavailable', 'Profiles are being moved.'),
    ),
  );
  signedIn();
  const { user } = openPortal('/results/site_code::sgp');
  const dialog = await openDialog(user);
  await user.click(await within(dialog).findByRole('button', { name: 'Save' }));
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toMatch(/could not be saved.*being moved/);
});

it('the recommendation preference without a session leads to the sign-in, and from there to the choice', async () => {
  keeping(null);
  const { user } = openPortal('/results/site_code::sgp');
  const dialog = await openDialog(user);
  await user.click(within(dialog).getByRole('button', { name: 'Sign in' }));
  const login = await screen.findByRole('dialog', { name: /sign in|log ?in/i });
  await user.type(within(login).getByLabelText(/user (name|id)/i), 'demo');
  await user.type(within(login).getByLabelText('Password', { selector: 'input' }), 'secret');
  await user.click(within(login).getByRole('button', { name: 'Sign in' }));
  await screen.findByRole('radio', { name: 'All data' });
});

import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

it('an element that never comes is reported with the page, which no attempt before prints', async () => {
  render(<p>what the page shows</p>);
  const attempts: string[] = [];
  const found = waitFor(
    () => {
      try {
        screen.getByText('missing');
      } catch (error) {
        attempts.push(String(error));
        throw error;
      }
    },
    { timeout: 120, interval: 20 },
  );
  await expect(found).rejects.toThrow(/Unable to find.*missing[\s\S]*what the page shows/);
  expect(attempts.length).toBeGreaterThan(1);
  for (const attempt of attempts) expect(attempt).not.toContain('what the page shows');
});

it('an element that is missing at once is reported with the page', () => {
  render(<p>what the page shows</p>);
  expect(() => screen.getByText('missing')).toThrow('what the page shows');
});

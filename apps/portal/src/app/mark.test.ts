// The archive's mark is drawn by the portal, by pages of the server and by the icon of both.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MARK } from '@isobar/contract/mark.ts';
import { expect, it } from 'vitest';

it('the icon has the lines of the mark', () => {
  const icon = readFileSync(join(import.meta.dirname, '../../public/favicon.svg'), 'utf8');
  const lines = [...icon.matchAll(/<path d="([^"]+)"/g)].map(([, line]) => line);
  expect(lines).toEqual([...MARK.lines]);
  const { cx, cy, r } = MARK.circle;
  expect(icon).toContain(`<circle cx="${cx}" cy="${cy}" r="${r}"`);
});

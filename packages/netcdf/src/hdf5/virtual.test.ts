// Datasets whose values are in other files, as HDF5's virtual datasets have them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openDataset } from '../open.ts';
import { temporaryFolder } from '../testing/tools.ts';

/**
 * Made by h5py: `x` is 0, 1, 2; `near` maps it, and `far` maps the same of a file beside this one.
 * Both have the fill value -5.
 */
const MAPPED = [
  'H4sIAJuGC2sC/+v0cHHj5ZLiYubgYICB/1DAIwHhG0DFXS5G3fH3cAliYqhgEkJWCANcTAyMDAxsPAxAirFiM1Qb',
  'Gx+Iz5yWWLSfESrCDxJhyUtNLLrNBFWlzEAMKNincQvsBKAFjCIMDEyMjIzMUDk4LcLAKKggz8AC5ikwiHMwiNcD',
  'WaxA1zFzcQBdzszIAPUtD8zgDQxDDjyfvukdOCwUZ7dxZyNjMsKGCxg22hDRBQc4gDHGwswDDSNwpK0ZWmHDZv53',
  'Kj3ChmkIho3LtD8PGUbBKBgFowACGuyBhIO7s78PuLAXQCr4gcAOpgwmkF+SkVqkl5fMUAEuPBmRTGKCFqiMTIxQ',
  'LcCqn6E62vQQtLAEAjOYcTCNLMSas/mCTQVCTQT/aMyNglEwCkbBKBgFo2AUjIJRMApGwSgYBaQCACDyimIMGAAA',
].join('');

it('a virtual dataset over another file is left out by name, where the library would give its fill value', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'mapped.nc');
  await writeFile(path, gunzipSync(Buffer.from(MAPPED, 'base64')));
  const dataset = await openDataset(path);
  try {
    expect(dataset.unreadable).toEqual([
      { name: 'far', reason: 'its values are in other files, which are not read' },
    ]);
    expect([...(await dataset.read('near'))]).toEqual([0, 1, 2]);
    expect(dataset.variables.map(({ name }) => name).sort()).toEqual(['near', 'x']);
    await expect(dataset.read('far')).rejects.toThrow('which are not read');
  } finally {
    await dataset.close();
  }
});

// Real files with one bit turned over: what the C library refuses is refused or named here too, and
// never read with less in it.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { realFiles } from '../../../../fixtures/real-files.ts';
import { CLibrary, disagreements, ownFindings } from '../testing/c-library.ts';
import { hasPython, temporaryFolder } from '../testing/tools.ts';

/**
 * File, byte and bit: the blocks that hold attributes of the file or of a variable are not what
 * their checksums say.
 */
const FOUND: readonly (readonly [string, number, number])[] = [
  ['sgpmplpolfsC1.b1.20190502.000000.cdf', 8969, 0],
  ['sgpmplpolfsC1.b1.20190502.000000.cdf', 785, 2],
  ['maraosmetM1.a1.20180201.000000.nc', 4624, 2],
  ['sgpco2flx4mC1.b1.20201007.001500.nc', 3747, 6],
  ['sgpco2flx4mC1.b1.20201007.001500.nc', 14862, 4],
  ['sgpco2flx4mC1.b1.20201007.001500.nc', 13245, 7],
  ['sgpco2flx4mC1.b1.20201007.001500.nc', 12827, 2],
  ['sgpmet_test_time.nc', 2524, 2],
  ['sgpmet_no_time.nc', 4656, 0],
  ['nsasurfspecalb1mlawerC1.c1.20160609.080000.nc', 4169, 0],
  ['nsacloudphaseC1.c1.20180601.000000.nc', 7558, 3],
  ['sgpaosccn2colaE13.b1.20170903.000000.nc', 12330, 0],
  ['sgpmetE13.b1.20190508.000000.cdf', 9888, 1],
];
/** Further bits that were not examined, all over a file, 1237 bytes apart; always the same ones. */
const APART = 1237;
const OTHERS = 40;

const folder = temporaryFolder();
const library = new CLibrary();
afterAll(() => {
  library.close();
  folder[Symbol.dispose]();
});

function turned(file: string, at: number, bit: number): string {
  const bytes = readFileSync(realFiles().find((path) => path.endsWith(`/${file}`)) ?? '');
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at);
  const path = join(folder.path, `${at}-${bit}-${file}`);
  writeFileSync(path, bytes);
  return path;
}

describe('a file with one wrong bit', () => {
  it.each(FOUND)('%s, byte %d bit %d: is not read as if it were whole', async (...flip) => {
    expect((await ownFindings(turned(...flip))).get('')).toBeNull();
  });

  it.skipIf(!hasPython)(
    'a file with one wrong bit is refused or named where the C library refuses it (needs Python)',
    async () => {
      const file = 'sgpco2flx4mC1.b1.20201007.001500.nc';
      for (let n = 0; n < OTHERS; n++) {
        const path = turned(file, (9 + n * APART) % 19_637, n % 8);
        expect(disagreements(await library.look(path), await ownFindings(path)), path).toEqual([]);
      }
    },
  );
});

it('a whole file is read in full', async () => {
  for (const path of realFiles().filter((one) => FOUND.some(([name]) => one.endsWith(name))))
    expect([...(await ownFindings(path)).values()]).not.toContain(null);
});

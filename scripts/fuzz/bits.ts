// 1,200 real NetCDF-4 files with one bit flipped: what the C library refuses is refused or named
// here, and all other values agree.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { realFiles } from '../../fixtures/real-files.ts';
import {
  CLibrary,
  disagreements,
  ownFindings,
} from '../../packages/netcdf/src/testing/c-library.ts';
import { hasPython } from '../../packages/netcdf/src/testing/tools.ts';
import { dice, inputs } from './_dice.ts';

const INPUTS = inputs(1200);
const SECONDS = Number(process.env.ISOBAR_FUZZ_SECONDS ?? 900);
const LARGEST_FILE = 800_000;
/** Where most files keep their descriptions; half of the bits are flipped there. */
const HEADER_BYTES = 16_000;

const { seed, below } = dice();
const files = realNetcdf4();
if (!hasPython) {
  console.log('skipped: needs Python with netCDF4');
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'isobar-bits-'));
const library = new CLibrary();
const tally = { same: 0, refusedByBoth: 0, refusedHereAlone: 0, wrong: 0 };
const began = performance.now();
let done = 0;
for (; done < INPUTS && performance.now() - began < SECONDS * 1000; done++) {
  const { name, bytes } = files[below(files.length)] as (typeof files)[number];
  const at = below(below(2) ? Math.min(HEADER_BYTES, bytes.length) : bytes.length);
  const bit = below(8);
  const turned = Buffer.from(bytes);
  turned.writeUInt8(turned.readUInt8(at) ^ (1 << bit), at);
  const path = join(folder, `${done}.nc`);
  writeFileSync(path, turned);
  const [there, here] = [await library.look(path), await ownFindings(path)];
  rmSync(path);
  const wrong = disagreements(there, here);
  const isRefused = [...there.values()].includes(null);
  if (wrong.length > 0) {
    tally.wrong++;
    console.log(`${name} byte ${at} bit ${bit}: ${wrong.join('; ').slice(0, 300)}`);
  } else if (isRefused) tally.refusedByBoth++;
  else if ([...here.values()].includes(null)) tally.refusedHereAlone++;
  else tally.same++;
}
library.close();
rmSync(folder, { recursive: true, force: true });
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`seed ${seed}: ${done} bits of ${files.length} files in ${seconds} s`);
console.log(JSON.stringify(tally));
process.exit(tally.wrong === 0 && done > 0 ? 0 : 1);

function realNetcdf4(): { name: string; bytes: Buffer }[] {
  return realFiles()
    .filter((path) => statSync(path).size < LARGEST_FILE)
    .map((path) => ({ name: basename(path), bytes: readFileSync(path) }))
    .filter(({ bytes }) => bytes.subarray(1, 4).toString('latin1') === 'HDF');
}

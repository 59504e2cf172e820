// 30,000 mutated NetCDF headers of real files: each is read or refused by name, and none crashes or
// hangs the process.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REAL_ARCHIVE } from '../../fixtures/real-files.ts';

import {
  bytesSource,
  type Dataset,
  findTimeAxis,
  NetcdfError,
  openDataset,
  readTimeRange,
} from '../../packages/netcdf/src/index.ts';
import { dice, inputs } from './_dice.ts';

const INPUTS = inputs(30_000);
const SECONDS = Number(process.env.ISOBAR_FUZZ_SECONDS ?? 900);
const LARGEST_FILE = 300_000;
const LARGEST_READ = 200_000;
const LANES = 4;
/** The size of real headers; behind them are values, which may be anything. */
const HEADER_BYTES = 24_000;

const { seed, below } = dice();

const originals = (): Buffer[] =>
  readdirSync(REAL_ARCHIVE)
    .map((name) => join(REAL_ARCHIVE, name))
    .filter((path) => statSync(path).size < LARGEST_FILE)
    .map((path) => readFileSync(path));

const ODD = [0, 1, 0x7f, 0x80, 0xff];

function mutated(original: Buffer): Buffer {
  const bytes = Buffer.from(original);
  const reach = Math.min(bytes.length, HEADER_BYTES);
  for (let n = 1 + below(8); n > 0; n--) {
    const at = below(reach);
    const how = below(5);
    if (how === 0) bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << below(8)), at);
    else if (how === 1) bytes.writeUInt8(ODD[below(ODD.length)] ?? 0, at);
    else if (how === 2) bytes.fill(ODD[below(ODD.length)] ?? 0, at, Math.min(reach, at + 8));
    else if (how === 3) bytes.copy(bytes, at, below(reach), Math.min(reach, at + 16));
    else bytes.writeUInt8(below(256), at);
  }
  return below(10) === 0 ? bytes.subarray(0, below(bytes.length)) : bytes;
}

async function readAll(dataset: Dataset): Promise<void> {
  const axis = await findTimeAxis(dataset).catch(onlyOurs);
  if (axis) await readTimeRange(dataset, axis).catch(onlyOurs);
  for (const { name, shape } of dataset.variables.slice(0, 5)) {
    const values = shape.reduce((product, length) => product * length, 1);
    if (values <= LARGEST_READ) await dataset.read(name).catch(onlyOurs);
  }
}

function onlyOurs(error: unknown): undefined {
  if (error instanceof NetcdfError) return undefined;
  throw error;
}

const folder = mkdtempSync(join(tmpdir(), 'isobar-fuzz-'));
const files = originals();
const tally = { read: 0, refused: 0, endless: 0, slow: 0, wrong: 0 };
const began = performance.now();
let done = 0;

async function one(number: number, bytes: Buffer): Promise<void> {
  const started = performance.now();
  const isClassic = bytes.subarray(0, 3).toString('latin1') === 'CDF';
  const path = join(folder, `${number}.nc`);
  try {
    if (!isClassic) writeFileSync(path, bytes);
    const dataset = await openDataset(isClassic ? bytesSource(new Uint8Array(bytes)) : path);
    await readAll(dataset).finally(() => dataset.close());
    tally.read++;
  } catch (error) {
    if (!(error instanceof NetcdfError)) {
      tally.wrong++;
      writeFileSync(join(tmpdir(), `fuzz-netcdf-${seed}-${number}.nc`), bytes);
      console.error(`input ${number}:`, error);
    } else if (error.code === 'endless') tally.endless++;
    else tally.refused++;
  } finally {
    rmSync(path, { force: true });
  }
  if (performance.now() - started > 2000) tally.slow++;
}

async function lane(): Promise<void> {
  while (done < INPUTS && performance.now() - began < SECONDS * 1000) {
    const number = done++;
    await one(number, mutated(files[below(files.length)] ?? Buffer.alloc(0)));
    if (number % 5000 === 4999) console.log(`${number + 1} … ${JSON.stringify(tally)}`);
  }
}

await Promise.all(Array.from({ length: LANES }, lane));
rmSync(folder, { recursive: true, force: true });
const memory = Math.round(process.memoryUsage().rss / 1e6);
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`seed ${seed}: ${done} headers of ${files.length} files in ${seconds} s, ${memory} MB`);
console.log(JSON.stringify(tally));
if (done < INPUTS) console.log(`the time of ${SECONDS} s was over before all ${INPUTS}`);
process.exit(tally.wrong === 0 && done > 0 ? 0 : 1);

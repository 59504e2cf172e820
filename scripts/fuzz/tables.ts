// 30,000 mutated tables of text, ICARTT and CSV with their descriptions: each is read or refused by
// name, and never for long.
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ByteSource, bytesSource } from '../../packages/netcdf/src/byte-source.ts';
import { findTimeAxis, NetcdfError, openDataset } from '../../packages/netcdf/src/index.ts';
import { dice, inputs } from './_dice.ts';

const INPUTS = inputs(30_000);
const SECONDS = Number(process.env.ISOBAR_FUZZ_SECONDS ?? 900);
const { seed, below, pick } = dice();

const comments = Array.from({ length: 6 }, (_, i) => `KEY_${i}: what it says`);
const ICARTT = [
  '29, 1001, V02_2016',
  ...['PI', 'House', 'Ozone aloft', 'Mission', '1, 1', '2019, 02, 03, 2019, 02, 04', '1'],
  'Time_Start, seconds',
  ...['3', '1, 1, 0.1', '-9999, -9999, -9999'],
  ...['Time_Stop, seconds', 'O3, ppbv, Gas_O3, ozone', 'T, K, temperature'],
  ...['1', 'special', '8', ...comments, 'REVISION: R0', 'Time_Start, Time_Stop, O3, T'],
  ...Array.from({ length: 40 }, (_, i) => `${i}, ${i + 1}, ${i / 7}, -9999`),
]
  .join('\n')
  .replace(/^29/, '26');
const CSV = [
  'when,"T [degC]",note',
  ...Array.from({ length: 40 }, (_, i) => `2019-02-03 00:${10 + i},${i / 3},"n ""${i}"""`),
].join('\n');
const DESCRIPTION = JSON.stringify({
  skip: 0,
  missing: ['NA', '-999'],
  time: { column: 'when', format: '%Y-%m-%d %H:%M', zone: '+01:00' },
  columns: { note: { text: true }, 'T [degC]': { name: 't', units: 'degC' } },
  place: { latitude: 1, longitude: 2 },
});

const WORDS = [
  '\0',
  '\r',
  '\n',
  ',',
  '"',
  '1e999',
  '-',
  '9'.repeat(400),
  '{',
  '}',
  '[]',
  'null',
  '%Y',
  '\ufeff',
  '\xff',
  '0x1',
  '1001',
  '\\',
];

function bent(text: string): string {
  let made = text;
  for (let n = 1 + below(6); n > 0; n--) {
    const at = below(made.length + 1);
    const how = below(5);
    if (how === 0) made = made.slice(0, at) + pick(WORDS) + made.slice(at);
    else if (how === 1) made = made.slice(0, at) + made.slice(at + 1 + below(20));
    else if (how === 2)
      made = made.slice(0, at) + String.fromCharCode(below(256)) + made.slice(at + 1);
    else if (how === 3) made = made.slice(0, at) + made.slice(below(made.length + 1));
    else made = made.slice(0, at) + String(below(100_000)) + made.slice(at);
    made = made.slice(0, 20_000);
  }
  return made;
}

const sourceOf = (text: string): ByteSource => bytesSource(Buffer.from(text, 'latin1'));

function made(): ByteSource {
  if (below(2) === 0) return sourceOf(bent(ICARTT));
  const [table, description] = below(2) === 0 ? [bent(CSV), DESCRIPTION] : [CSV, bent(DESCRIPTION)];
  return { ...sourceOf(table), name: 'x.csv', beside: async () => sourceOf(description) };
}

const tally = { read: 0, refused: 0, slow: 0, wrong: 0 };
const began = performance.now();
let done = 0;
for (; done < INPUTS && performance.now() - began < SECONDS * 1000; done++) {
  const source = made();
  const started = performance.now();
  try {
    const dataset = await openDataset(source);
    await findTimeAxis(dataset);
    for (const { name } of dataset.variables) await dataset.read(name);
    tally.read++;
  } catch (error) {
    if (error instanceof NetcdfError) tally.refused++;
    else {
      tally.wrong++;
      const bytes = await source.read(0, source.size);
      writeFileSync(join(tmpdir(), `fuzz-tables-${seed}-${done}.txt`), bytes);
      console.error(`input ${done}:`, error);
    }
  }
  if (performance.now() - started > 2000) tally.slow++;
}
console.log(`seed ${seed}: ${done} tables in ${Math.round((performance.now() - began) / 1000)} s`);
console.log(JSON.stringify(tally));
process.exit(tally.wrong === 0 && tally.slow === 0 && tally.read > 0 ? 0 : 1);

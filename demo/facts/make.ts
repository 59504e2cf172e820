// Makes the curated tables and the demo's own lists from the tables of facts: node demo/facts/make.ts FOLDER
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { formatLine, parseTable, type Row } from '../csv.ts';
import { campaignTables } from './making/campaigns.ts';
import { datastreamTable } from './making/datastreams.ts';
import { epochTable } from './making/epochs.ts';
import { externalRecords } from './making/external-records.ts';
import { instrumentTables } from './making/instruments.ts';
import { measurementTables } from './making/measurements.ts';
import { placeTables } from './making/places.ts';
import { reportTable } from './making/reports.ts';
import { smallTables } from './making/small-tables.ts';
import { particularTables } from './making/streams-in-particular.ts';
import type { Facts, Tables } from './making/table.ts';

const folder = argv[2];
if (!folder) throw new Error('Say where the tables of facts are: node demo/facts/make.ts FOLDER');

const facts: Facts = {
  read: (name) => parseTable(readFileSync(`${folder}/${name}.csv`, 'utf8')),
};

// Later tables read earlier ones, so each is written before the next is made.
for (const make of [
  placeTables,
  instrumentTables,
  smallTables,
  datastreamTable,
  reportTable,
  measurementTables,
  campaignTables,
  particularTables,
  epochTable,
]) {
  for (const [name, rows] of Object.entries(await make(facts))) write(name, rows);
}

const records = externalRecords();
writeFileSync(
  new URL('external-records.jsonl', import.meta.url),
  records.map((record) => `${JSON.stringify(record)}\n`).join(''),
);
process.stdout.write(`external records: ${records.length}\n`);

function write(name: string, rows: Tables[string]): void {
  const first: Row | undefined = rows[0];
  if (!first) throw new Error(`${name} has no rows`);
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
  const path = name.startsWith('demo/')
    ? `../${name.slice('demo/'.length)}.csv`
    : `../../apps/server/tables/${name}.csv`;
  writeFileSync(new URL(path, import.meta.url), `${lines.map(formatLine).join('\n')}\n`);
  process.stdout.write(`${name}: ${rows.length}\n`);
}

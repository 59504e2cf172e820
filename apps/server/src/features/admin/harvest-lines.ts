// The first lines of the harvest report as the page shows them; the whole report is a file of the
// command.
import type { operateHarvest } from '@isobar/contract/calls/admin.ts';
import { parse } from 'csv-parse/sync';
import type * as z from 'zod/mini';

const SHOWN = 500;

export async function harvestLines(
  report: AsyncIterable<string>,
): Promise<z.infer<typeof operateHarvest>> {
  const lines: z.infer<typeof operateHarvest>['lines'] = [];
  let columns: readonly string[] | undefined;
  for await (const text of report) {
    const [cells = []] = parse(text) as string[][]; // rows of cells
    if (!columns) {
      columns = cells;
      continue;
    }
    if (lines.length >= SHOWN) return { lines, more: true };
    const cell = (name: string): string => cells[columns?.indexOf(name) ?? -1] ?? '';
    lines.push({
      path: cell('path'),
      datastream: cell('datastream'),
      problem: cell('problem'),
      what: cell('what'),
      toDo: cell('to_do'),
      files: cell('files'),
      table: cell('table'),
      line: cell('line'),
    });
  }
  return { lines, more: false };
}

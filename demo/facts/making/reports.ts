// Quality reports of the demo's datastreams. Ids, spans and codes are facts; texts and variables follow the rules here.
import { type Row, textOf } from '../../csv.ts';
import { type Design, designOf } from '../../design.ts';
import { hashText, unit } from '../../hash.ts';
import { madeDatastreams } from './datastreams.ts';
import { causesOf, DESCRIPTIONS, SUGGESTIONS } from './report-texts.ts';
import type { Facts, Tables } from './table.ts';

export function reportTable(facts: Facts): Tables {
  const streams = new Map(madeDatastreams().map((row) => [textOf(row, 'datastream'), row]));
  const real = facts.read('dqrs').filter((row) => streams.has(textOf(row, 'datastream')));
  const rows = [...real, ...verified([...streams.values()])].map((row) =>
    withTexts(row, streams.get(textOf(row, 'datastream')) ?? {}),
  );
  return { 'quality-reports': rows };
}

function withTexts(row: Row, stream: Row): Row {
  const id = textOf(row, 'dqr_id');
  const code = textOf(row, 'quality_code');
  const design = designOf(textOf(stream, 'datastream_class'), textOf(stream, 'data_level'));
  const seed = hashText(`${id} ${textOf(row, 'datastream')}`);
  const extent = extentOf(code, seed);
  const variables = design ? variablesOf(design, extent, seed) : [];
  // One report has one cause, whichever streams it touches.
  const causes = causesOf(code, textOf(stream, 'instrument_class_code'));
  const cause = causes[Math.floor(unit(hashText(id), 3) * causes.length)] ?? '';
  const name = design?.title ?? textOf(stream, 'instrument_class_code');
  const what = extent === 'all' ? 'all variables' : variables.join(', ');
  return {
    dqr_id: id,
    datastream: textOf(row, 'datastream'),
    quality_code: code,
    quality_name: textOf(row, 'quality_name'),
    start_time: textOf(row, 'start_time'),
    end_time: textOf(row, 'end_time'),
    open_ended: textOf(row, 'open_ended'),
    extent,
    variables: variables.join(';'),
    subject: `${name}: ${cause}`,
    description: `${DESCRIPTIONS[code] ?? ''} Cause: ${cause}. Affected: ${what}.`.trim(),
    suggestions: SUGGESTIONS[code] ?? '',
  };
}

/** Missing data mostly means the whole instrument; wrong values mostly one sensor of it. */
function extentOf(code: string, seed: number): 'all' | 'some' {
  const all = { 0: 0.8, 2: 1, 3: 0.15, 4: 0.25, 5: 1 }[code] ?? 1;
  return unit(seed, 1) < all ? 'all' : 'some';
}

/** Every measured variable, or those of one measurement (six at most). */
function variablesOf(design: Design, extent: 'all' | 'some', seed: number): string[] {
  const measured = design.variables.filter((v) => v.perSample && v.measurement !== '');
  if (extent === 'all') return measured.map((v) => v.name);
  const groups = [...new Set(measured.map((v) => v.measurement))];
  const group = groups[Math.floor(unit(seed, 2) * groups.length)];
  return measured
    .filter((v) => v.measurement === group)
    .slice(0, 6)
    .map((v) => v.name);
}

/**
 * The facts hold no reports of codes 2 (verified) and 5 (note), which timelines show too: some streams get one of each,
 * over a quarter of a year that the streams have.
 */
function verified(streams: readonly Row[]): Row[] {
  return streams.flatMap((stream) => {
    const name = textOf(stream, 'datastream');
    const seed = hashText(`verified ${name}`);
    if (unit(seed, 0) > 0.06) return [];
    const start = Date.parse(textOf(stream, 'start_date'));
    const days = Math.floor((Date.parse(textOf(stream, 'end_date')) - start) / 86_400_000);
    if (days < 60) return [];
    return (['2', '5'] as const).map((code, i) => {
      const from = start + Math.floor(unit(seed, 10 + i) * days * 0.7) * 86_400_000;
      const to = Math.min(from + 90 * 86_400_000, start + days * 86_400_000);
      const written = new Date(to).toISOString().slice(2, 10).replaceAll('-', '');
      return {
        dqr_id: `D${written}.${100 + (seed % 400) * 2 + i}`,
        datastream: name,
        quality_code: code,
        quality_name: code === '2' ? 'Routine' : 'Note',
        start_time: `${new Date(from).toISOString().slice(0, 19)}Z`,
        end_time: `${new Date(to).toISOString().slice(0, 19)}Z`,
        open_ended: 'no',
      };
    });
  });
}

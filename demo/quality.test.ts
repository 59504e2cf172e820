// Quality reports show in the values: what is called missing is missing, what is called incorrect
// is off.
import { openDataset } from '@isobar/netcdf';
import { expect, it } from 'vitest';
import { filesOf, outagesOf, type StreamFile } from './calendar.ts';
import { type ReportSpan, reportSpans } from './quality.ts';
import { simulatedFile } from './simulated-file.ts';
import { type Stream, streams } from './streams.ts';

const DAY = 86_400;

/** Values of a variable and whether each sample is within the span. */
async function shown(file: StreamFile, variable: string, span: ReportSpan) {
  const dataset = await openDataset(simulatedFile(file));
  const values = Array.from((await dataset.read(variable)) as Float32Array);
  const inside = values.map((_, i) => {
    const t = file.first + i * file.stream.design.step;
    return t >= span.start && t <= span.end;
  });
  return { values, inside };
}

/**
 * Up to `count` day files with a report of that effect on some scalar variables and on nothing else
 * that day.
 */
function examples(effect: ReportSpan['effect'], count: number) {
  const found: { stream: Stream; file: StreamFile; span: ReportSpan; variable: string }[] = [];
  for (const stream of streams().values()) {
    if (found.length >= count) break;
    if (stream.span !== 'day' || stream.design.step < 20) continue;
    const spans = reportSpans(stream.name);
    const span = spans.find(
      (s) => s.effect === effect && s.variables.length > 0 && s.end - s.start > 6 * 3_600,
    );
    if (!span) continue;
    const from = span.start - (span.start % DAY);
    for (const file of filesOf(stream, from, from + 3 * DAY)) {
      const end = file.first + file.records * stream.design.step;
      const others = spans.filter((s) => s !== span && s.start < end && s.end >= file.first);
      const variable = stream.design.variables.find(
        (v) => span.variables.includes(v.name) && v.dimensions.length === 0 && v.type === 'float',
      );
      if (others.length > 0 || !variable) continue;
      found.push({ stream, file, span, variable: variable.name });
      break;
    }
  }
  return found;
}

it('reports of missing data leave no value', async () => {
  const cases = examples('missing', 8);
  expect(cases.length).toBeGreaterThan(3);
  for (const { file, span, variable, stream } of cases) {
    const { values, inside } = await shown(file, variable, span);
    const there = values.filter((value, i) => inside[i] && value !== -9999);
    expect(there, `${stream.name} ${variable}`).toEqual([]);
  }
});

it('reports of incorrect data move the values', async () => {
  const cases = examples('incorrect', 12);
  expect(cases.length).toBeGreaterThan(8);
  let moved = 0;
  for (const { file, span, variable, stream } of cases) {
    const { values, inside } = await shown(file, variable, span);
    const other = { ...stream, name: `${stream.name} without reports` };
    const clean = await shown({ ...file, stream: other }, variable, span);
    values.forEach((value, i) => {
      if (!inside[i] && value !== -9999 && clean.values[i] !== -9999) {
        // Noise depends on the name of the stream, and outside the span values differ by no more
        // than the noise.
        expect(Math.abs(value - (clean.values[i] ?? 0))).toBeLessThan(0.3 * Math.abs(value) + 25);
      }
    });
    const at = inside.findIndex(
      (yes, i) => yes && values[i] !== -9999 && clean.values[i] !== -9999,
    );
    const before = clean.values[at] ?? 0;
    if (at >= 0 && Math.abs((values[at] ?? 0) - before) > 0.1 * Math.abs(before)) moved++;
  }
  expect(moved).toBeGreaterThan(cases.length / 2);
});

it('reports of long loss of everything leave no file', () => {
  let gaps = 0;
  for (const stream of streams().values()) {
    for (const [from, to] of outagesOf(stream)) {
      if (stream.span !== 'day' || to - from < 3 * DAY) continue;
      const first = from - (from % DAY) + DAY;
      const files = [...filesOf(stream, first, to - (to % DAY))];
      expect(files, `${stream.name} ${from}`).toEqual([]);
      gaps++;
    }
  }
  expect(gaps).toBeGreaterThan(50);
});

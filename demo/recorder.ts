// Works out the values of one record after another and puts them into bytes.
import type { StreamFile } from './calendar.ts';
import { DAY } from './clock.ts';
import { hash, unit } from './hash.ts';
import { missingOf } from './header.ts';
import type { Plan } from './plan.ts';
import type { PlannedVariable } from './planned-variable.ts';
import type { ReportSpan } from './quality.ts';
import { Sample } from './sample.ts';
import { scanNameOf } from './scans.ts';

/** Six hours: in some of them a logger loses part of its samples. */
const BLOCK = 21_600;

export class Recorder {
  readonly #plan: Plan;
  readonly #file: StreamFile;
  readonly #outages: readonly (readonly [number, number])[];
  readonly #sample: Sample;
  readonly #before: Sample;
  readonly #midnight: number;
  /** Of each variable: the reports that reach into this file. */
  readonly #reports: readonly (readonly ReportSpan[])[];
  /** Values of the variable that was worked out last, for the check beside it. */
  #values = new Float64Array(1);
  #valuesOf = -1;
  #valuesTick = -1;
  /** Last scalar value of each variable and the record it belongs to. */
  readonly #last: Float64Array;
  readonly #lastRecord: Int32Array;
  #lost = false;

  constructor(plan: Plan, file: StreamFile, outages: readonly (readonly [number, number])[]) {
    this.#plan = plan;
    this.#file = file;
    const end = file.first + file.records * plan.stream.design.step;
    this.#outages = outages.filter(([from, to]) => from < end && to > file.first);
    this.#reports = plan.variables.map(({ reports }) =>
      reports.filter((report) => report.start < end && report.end >= file.first),
    );
    this.#sample = new Sample(plan.stream.place, plan.stream.seed);
    this.#before = new Sample(plan.stream.place, plan.stream.seed);
    for (const sample of [this.#sample, this.#before]) {
      sample.records = file.records;
      sample.first = file.first;
      sample.scan = scanNameOf(file) ?? '';
    }
    this.#midnight = file.first - (file.first % DAY);
    this.#last = new Float64Array(plan.variables.length);
    this.#lastRecord = new Int32Array(plan.variables.length).fill(-1);
  }

  /** Moves to the given record. */
  to(record: number): void {
    this.#sample.at(this.#time(record), record);
    this.#lost = this.#isLost(this.#sample.time);
  }

  /** Writes all values of variable number `v` of this record at `offset`. */
  write(v: number, view: DataView, offset: number): void {
    const variable = this.#plan.variables[v] as PlannedVariable;
    const { time } = this.#sample;
    switch (variable.kind) {
      case 'time':
        view.setFloat64(offset, time - this.#midnight);
        return;
      case 'time-offset':
        view.setFloat64(offset, time - this.#file.first);
        return;
      case 'time-bounds': {
        const bounds = this.#plan.stream.design.bounds ?? [0, 0];
        view.setFloat64(offset, time - this.#midnight + bounds[0]);
        view.setFloat64(offset + 8, time - this.#midnight + bounds[1]);
        return;
      }
      case 'base-time':
        return;
      case 'check':
        this.#writeChecks(v, variable, view, offset);
        return;
      case 'data':
        this.#workOut(v, variable);
        writeValues(variable, this.#values, view, offset);
        return;
      default:
        variable.kind satisfies never;
    }
  }

  #time(record: number): number {
    return this.#file.first + record * this.#plan.stream.design.step;
  }

  /** Fills #values; NaN where there is none. */
  #workOut(v: number, variable: PlannedVariable): void {
    const sample = this.#sample;
    if (this.#valuesOf === v && this.#valuesTick === sample.tick) return;
    this.#valuesOf = v;
    this.#valuesTick = sample.tick;
    const { elements } = variable;
    if (this.#values.length < elements) this.#values = new Float64Array(elements);
    const values = this.#values;
    const lost = this.#lost && variable.perSample && !isPlace(variable);
    if (lost) {
      values.fill(Number.NaN, 0, elements);
    } else {
      const { signal, resolution } = variable;
      sample.salt = variable.salt;
      for (let e = 0; e < elements; e++) values[e] = signal(sample, e);
      const reports = this.#reports[v] as readonly ReportSpan[];
      if (reports.length > 0) applyReports(reports, variable, sample, values);
      if (resolution > 0) {
        for (let e = 0; e < elements; e++) {
          values[e] = Math.round((values[e] ?? Number.NaN) * resolution) / resolution;
        }
      }
    }
    if (elements === 1) {
      this.#last[v] = values[0] ?? Number.NaN;
      this.#lastRecord[v] = sample.record;
    }
  }

  #writeChecks(v: number, variable: PlannedVariable, view: DataView, offset: number): void {
    const data = this.#plan.variables[v - 1] as PlannedVariable;
    const {
      min = Number.NEGATIVE_INFINITY,
      max = Number.POSITIVE_INFINITY,
      delta,
    } = data.design?.valid ?? {};
    // The previous value comes first: #workOut replaces the last known value with that of this
    // record.
    const before =
      delta === undefined || data.elements > 1 ? Number.NaN : this.#valueBefore(v - 1, data);
    this.#workOut(v - 1, data);
    const values = this.#values;
    for (let e = 0; e < variable.elements; e++) {
      const value = values[e] ?? Number.NaN;
      let bits = 0;
      if (Number.isNaN(value)) bits = 1;
      else {
        if (value < min) bits |= 2;
        if (value > max) bits |= 4;
        if (delta !== undefined && Math.abs(value - before) > delta) bits |= 8;
      }
      view.setInt32(offset + 4 * e, bits);
    }
  }

  /** The value of a scalar variable one record earlier; NaN before the first. */
  #valueBefore(v: number, data: PlannedVariable): number {
    const record = this.#sample.record - 1;
    if (record < 0) return Number.NaN;
    if (this.#lastRecord[v] === record) return this.#last[v] ?? Number.NaN;
    const sample = this.#before;
    sample.at(this.#time(record), record);
    if (this.#isLost(sample.time)) return Number.NaN;
    sample.salt = data.salt;
    const one = ONE;
    one[0] = data.signal(sample, 0);
    const reports = this.#reports[v] as readonly ReportSpan[];
    if (reports.length > 0) applyReports(reports, data, sample, one);
    const value = one[0] ?? Number.NaN;
    return data.resolution > 0 ? Math.round(value * data.resolution) / data.resolution : value;
  }

  /** No data: the logger lost its samples, or an outage is inside the file. */
  #isLost(t: number): boolean {
    for (const [from, to] of this.#outages) if (t >= from && t < to) return true;
    const { stream } = this.#plan;
    const block = Math.floor(t / BLOCK);
    if (hash(stream.seed + 31, block) % 70 !== 0) return false;
    const length = 240 + 5_200 * unit(stream.seed + 32, block) ** 2;
    const from = block * BLOCK + (BLOCK - length) * unit(stream.seed + 33, block);
    return t >= from && t < from + length;
  }
}

const ONE = new Float64Array(1);

const isPlace = (variable: PlannedVariable): boolean => /^(lat|lon|alt)$/.test(variable.name);

/**
 * Makes the values fit the quality reports: missing ones become NaN, incorrect ones are shifted,
 * suspect ones get noise.
 */
function applyReports(
  reports: readonly ReportSpan[],
  variable: PlannedVariable,
  sample: Sample,
  values: Float64Array,
): void {
  const t = sample.time;
  for (const report of reports) {
    if (report.start > t) return;
    if (report.end < t) continue;
    const { min, max } = variable.design?.valid ?? {};
    const range = min !== undefined && max !== undefined ? max - min : 0;
    for (let e = 0; e < variable.elements; e++) {
      const value = values[e] ?? Number.NaN;
      if (report.effect === 'missing') values[e] = Number.NaN;
      else if (report.effect === 'incorrect') values[e] = value * 1.3 + 0.12 * range;
      else {
        const size = min !== undefined && min < 0 && range > 0 ? 0.012 * range : 0.08 * value;
        const off = value + size * sample.noise(e + 77);
        values[e] = Math.max(Math.min(off, max ?? off), min ?? off);
      }
    }
  }
}

function writeValues(
  variable: PlannedVariable,
  values: Float64Array,
  view: DataView,
  offset: number,
): void {
  const { elements, type } = variable;
  const missing = missingOf(type);
  for (let e = 0; e < elements; e++) {
    let value = values[e] ?? Number.NaN;
    if (Number.isNaN(value)) value = missing;
    switch (type) {
      case 'float':
        view.setFloat32(offset + 4 * e, value);
        break;
      case 'double':
        view.setFloat64(offset + 8 * e, value);
        break;
      case 'int':
        view.setInt32(offset + 4 * e, Math.round(value));
        break;
      case 'short':
        view.setInt16(offset + 2 * e, Math.round(value));
        break;
      case 'byte':
        view.setInt8(offset + e, Math.round(value));
        break;
      case 'char':
        view.setUint8(offset + e, value);
        break;
      default:
        throw new Error(`Values of type ${String(type satisfies never)} cannot be written`);
    }
  }
}

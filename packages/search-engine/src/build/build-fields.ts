// Takes the values of a document apart, field by field.

import type { FieldType } from '@isobar/query-language/mapping.ts';
import { numberValue, pointsOf, textValue, valuesOf } from '../language/field-values.ts';
import { byteAt, intAt } from '../memory/numbers.ts';
import { copyText, isCopy, textOf } from '../memory/text-bytes.ts';
import { exactName } from '../segment/segment.ts';
import { type ColumnBuilder, NumberColumnBuilder, TextColumnBuilder } from './build-column.ts';
import { eachText, NOTHING, OTHER, TEXT, TEXTS, type ValueFinder } from './value-finder.ts';

/** Only values up to this length are compared with those of the previous document. */
const MAX_COMPARED_BYTES = 128;

/**
 * One field of the documents, and the column that is built from it. Documents must be added in
 * ascending order.
 */
export abstract class Field<Builder extends ColumnBuilder = ColumnBuilder> {
  readonly name: string;
  readonly builder: Builder;
  /** The value that was found last: neighbouring documents often share it. */
  private readonly last = new Uint8Array(MAX_COMPARED_BYTES);
  private lastKind = NOTHING;
  private lastLength = 0;
  /** Which values of the column came from it. */
  private lastFrom = 0;
  private lastTo = 0;

  constructor(name: string, builder: Builder) {
    this.name = name;
    this.builder = builder;
  }

  /** Adds the values of a document. */
  abstract add(document: number, values: Readonly<Record<string, unknown>>): void;

  /**
   * Adds the values that a finder has found in `bytes`. `place`: the place of this field among the
   * names of the finder.
   */
  addFound(document: number, bytes: Uint8Array, finder: ValueFinder, place: number): void {
    const kind = byteAt(finder.kinds, place);
    if (kind === NOTHING) return;
    const start = intAt(finder.starts, place);
    const end = intAt(finder.ends, place);
    const { builder } = this;
    if (this.isLast(kind, bytes, start, end)) {
      builder.repeat(document, this.lastFrom, this.lastTo);
      return;
    }
    const from = builder.length;
    this.take(document, kind, bytes, start, end);
    if (end - start > MAX_COMPARED_BYTES) return;
    copyText(bytes, start, end, this.last, 0);
    this.lastKind = kind;
    this.lastLength = end - start;
    this.lastFrom = from;
    this.lastTo = builder.length;
  }

  protected take(document: number, kind: number, bytes: Uint8Array, start: number, end: number) {
    const around = kind === OTHER ? 0 : 1; // quotes, brackets
    const json = textOf(bytes.subarray(start - around, end + around));
    this.add(document, { [this.name]: JSON.parse(json) });
  }

  private isLast(kind: number, bytes: Uint8Array, start: number, end: number): boolean {
    if (kind !== this.lastKind || end - start !== this.lastLength) return false;
    return isCopy(bytes, start, end, this.last, 0);
  }
}

export class TextField extends Field<TextColumnBuilder> {
  add(document: number, values: Readonly<Record<string, unknown>>): void {
    const { name, builder } = this;
    for (const raw of valuesOf(values, name)) {
      const value = textValue(raw);
      if (value !== null) builder.add(document, value.toWellFormed());
    }
  }

  /** Adds texts as bytes, without making strings. */
  protected override take(
    document: number,
    kind: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ) {
    const { builder } = this;
    if (kind === TEXT) builder.addBytes(document, bytes, start, end);
    else if (kind === TEXTS)
      eachText(bytes, start, end, (from, to) => builder.addBytes(document, bytes, from, to));
    else super.take(document, kind, bytes, start, end);
  }
}

class PointField extends Field<TextColumnBuilder> {
  add(document: number, values: Readonly<Record<string, unknown>>): void {
    for (const { lat, lon } of pointsOf(values, this.name))
      this.builder.add(document, `${lat},${lon}`);
  }
}

class ShapeField extends Field<TextColumnBuilder> {
  add(document: number, values: Readonly<Record<string, unknown>>): void {
    for (const shape of valuesOf(values, this.name))
      this.builder.add(document, JSON.stringify(shape));
  }
}

class NumberField extends Field<NumberColumnBuilder> {
  add(document: number, values: Readonly<Record<string, unknown>>): void {
    for (const raw of valuesOf(values, this.name)) {
      const value = numberValue(this.builder.kind, raw);
      if (value !== null) this.builder.add(document, value);
    }
  }
}

/** The columns of a field: one, or none if it is only stored. */
export function fieldsOf(name: string, type: FieldType): Field[] {
  switch (type) {
    case 'stored':
      return [];
    case 'text':
      return [new TextField(name, new TextColumnBuilder(exactName(name), 'text', true))];
    case 'keyword':
      return [new TextField(name, new TextColumnBuilder(name, 'text'))];
    case 'geo_point':
      return [new PointField(name, new TextColumnBuilder(name, 'point'))];
    case 'geo_shape':
      return [new ShapeField(name, new TextColumnBuilder(name, 'shape'))];
    default:
      return [new NumberField(name, new NumberColumnBuilder(name, type))];
  }
}

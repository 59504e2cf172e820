// Takes the values of a document apart, field by field.
import type { FieldType } from '@isobar/contract/search/mapping.ts';
import { type ColumnBuilder, NumberColumnBuilder, TextColumnBuilder } from './build-column.ts';
import { numberValue, pointsOf, textValue, valuesOf } from './field-values.ts';
import { exactName } from './segment.ts';

export type Field = {
  readonly builder: ColumnBuilder;
  readonly add: (document: number, values: Readonly<Record<string, unknown>>) => void;
};

/** One column for a field that is indexed, none for one that is only stored. */
export function fieldBuilder(name: string, type: FieldType): Field[] {
  switch (type) {
    case 'stored':
      return [];
    case 'text':
    case 'keyword': {
      const analysed = type === 'text';
      const builder = new TextColumnBuilder(analysed ? exactName(name) : name, 'text', analysed);
      return [
        {
          builder,
          add: (number, document) => {
            const plain = document[name];
            if (typeof plain === 'string') builder.add(number, plain.toWellFormed());
            else
              for (const raw of valuesOf(document, name)) {
                const value = textValue(raw);
                if (value !== null) builder.add(number, value.toWellFormed());
              }
          },
        },
      ];
    }
    case 'geo_point': {
      const builder = new TextColumnBuilder(name, 'point');
      return [
        {
          builder,
          add: (number, document) => {
            for (const { lat, lon } of pointsOf(document, name))
              builder.add(number, `${lat},${lon}`);
          },
        },
      ];
    }
    case 'geo_shape': {
      const builder = new TextColumnBuilder(name, 'shape');
      return [
        {
          builder,
          add: (number, document) => {
            for (const shape of valuesOf(document, name))
              builder.add(number, JSON.stringify(shape));
          },
        },
      ];
    }
    default: {
      const builder = new NumberColumnBuilder(name, type);
      let last: unknown;
      let lastNumber: number | null = null; // documents that come one after the other often have the same
      return [
        {
          builder,
          add: (number, document) => {
            for (const raw of valuesOf(document, name)) {
              const value = raw === last ? lastNumber : numberValue(type, raw);
              last = raw;
              lastNumber = value;
              if (value !== null) builder.add(number, value);
            }
          },
        },
      ];
    }
  }
}

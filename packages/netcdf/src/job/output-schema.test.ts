// What an output file states of itself: its attributes, and fill values in the type that its
// variables have now.
import { expect, it } from 'vitest';
import type { Attribute } from '../dataset.ts';
import { columnOf, partOf, surveyOf } from '../testing/made-part.ts';
import { runYielding } from '../yielding.ts';
import {
  NOTES_ATTRIBUTE,
  type OutputSchema,
  outputGlobals,
  outputSchema,
  retyped,
  withHistory,
  withNotes,
} from './output-schema.ts';

const text = (name: string, value: string): Attribute => ({ name, type: 'char', value });

it('a history gets one more line after those that it has, and no other global attribute is lost', () => {
  const title = text('title', 'kept');
  expect(withHistory([text('history', 'made'), title], 'ordered')).toEqual([
    title,
    text('history', 'made\nordered'),
  ]);
  expect(withHistory([title], 'ordered')).toEqual([title, text('history', 'ordered')]);
});

it('notes take the place of those of the source, one a line, and without notes nothing changes', () => {
  const title = text('title', 'kept');
  const attributes = [text(NOTES_ATTRIBUTE, 'of long ago'), title];
  const schema: OutputSchema = {
    definition: { dimensions: [], attributes, variables: [] },
    names: new Map(),
    timeDimension: 'time',
    perRecord: [],
    fixed: [],
  };
  expect(withNotes(schema, [])).toBe(schema);
  expect(withNotes(schema, ['first', 'second']).definition.attributes).toEqual([
    title,
    text(NOTES_ATTRIBUTE, 'first\nsecond'),
  ]);
});

it('global attributes of groups get names without groups, no two alike', () => {
  const globals = [text('radar/note', 'up'), text('title', 'kept'), text('radar_note', 'root')];
  expect(outputGlobals(globals).map(({ name }) => name)).toEqual([
    'radar_note_2',
    'title',
    'radar_note',
  ]);
});

const short = (name: string, ...values: number[]): Attribute => ({
  name,
  type: 'short',
  value: Int16Array.from(values),
});

it.each<[string, Attribute, Parameters<typeof retyped>[1], Attribute]>([
  [
    'a fill value takes the wider type of its variable',
    short('_FillValue', -1),
    'double',
    { name: '_FillValue', type: 'double', value: Float64Array.of(-1) },
  ],
  [
    'missing values take the wider type of their variable',
    short('missing_value', -1, -2),
    'int',
    { name: 'missing_value', type: 'int', value: Int32Array.of(-1, -2) },
  ],
  [
    'a missing value that the type cannot hold stays as stated',
    short('missing_value', -9999),
    'byte',
    short('missing_value', -9999),
  ],
  [
    'a fill value of the same type stays as it is',
    short('_FillValue', -1),
    'short',
    short('_FillValue', -1),
  ],
  [
    'an attribute that states no missing value stays as it is',
    short('valid_min', -1),
    'double',
    short('valid_min', -1),
  ],
  [
    'the fill value of texts stays as it is',
    short('_FillValue', 1),
    'char',
    short('_FillValue', 1),
  ],
  [
    'the fill value of texts of any length stays as it is',
    short('_FillValue', 1),
    'string',
    short('_FillValue', 1),
  ],
  [
    'a fill value written as text becomes a number',
    text('_FillValue', '-9999'),
    'float',
    { name: '_FillValue', type: 'float', value: Float32Array.of(-9999) },
  ],
  [
    'a fill value that is no number stays text',
    text('_FillValue', 'none'),
    'float',
    text('_FillValue', 'none'),
  ],
  [
    'a missing value written as text stays a description',
    text('missing_value', '-9999'),
    'float',
    text('missing_value', '-9999'),
  ],
])('%s', (_, attribute, type, expected) => {
  expect(retyped(attribute, type)).toEqual(expected);
});

it('names of groups are joined, of time as of other dimensions and variables', async () => {
  const wind = { ...columnOf('radar/wind'), inner: [{ name: 'radar/gate', length: 3 }] };
  const variables = [columnOf('radar/time', 'double'), wind];
  const part = partOf({ variables, timeDimension: 'radar/time' });
  const nothing = { byName: new Map(), fillers: new Map() };
  const schema = await runYielding(outputSchema(part, [text('radar/note', 'up')], nothing));
  expect(schema.definition).toMatchObject({
    dimensions: [
      { name: 'radar_time', length: 2, unlimited: true },
      { name: 'radar_gate', length: 3, unlimited: false },
    ],
    attributes: [text('radar_note', 'up')],
    variables: [
      { name: 'radar_time', dimensions: ['radar_time'] },
      { name: 'radar_wind', dimensions: ['radar_time', 'radar_gate'] },
    ],
  });
  const untimed = partOf({ variables: [{ ...wind, hasTime: false }], timeDimension: '' });
  const { definition, perRecord, fixed } = await runYielding(outputSchema(untimed, [], nothing));
  expect(definition.dimensions).toEqual([{ name: 'radar_gate', length: 3, unlimited: false }]);
  expect([perRecord.length, fixed.length]).toEqual([0, 1]);
});

it('a variable states what stands for values that some inputs lack, or that are masked, and otherwise nothing', async () => {
  const one = partOf({ variables: [columnOf('a', 'short'), columnOf('b', 'short')] });
  const part = { ...one, surveys: [...one.surveys, surveyOf({ variables: [columnOf('a')] })] };
  const stated = async (byName: Record<string, number>, fillers: Record<string, number>) => {
    const { definition } = await runYielding(
      outputSchema(part, [], {
        byName: new Map(Object.entries(byName)),
        fillers: new Map(Object.entries(fillers)),
      }),
    );
    return definition.variables.map(({ name, attributes }) => [
      name,
      attributes.map(({ name: key, value }) => `${key}=${String(value)}`),
    ]);
  };
  const both = (mark: number) => [`missing_value=${mark}`, `_FillValue=${mark}`];
  expect(await stated({}, {})).toEqual([
    ['a', []],
    ['b', both(-9999)],
  ]);
  expect(await stated({ a: -7 }, { b: -8 })).toEqual([
    ['a', both(-7)],
    ['b', both(-8)],
  ]);
});

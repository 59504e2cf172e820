// Which fields of a document hold lists.
import { expect, it } from 'vitest';
import { isListField, METADATA_FIELDS } from './metadata-document.ts';

it('the fields that hold lists are those that the table of fields says', () => {
  const lists = Object.entries(METADATA_FIELDS).filter(([, field]) => 'list' in field);
  const names = [...Object.keys(METADATA_FIELDS), 'no_field', 'constructor'];
  expect(names.filter(isListField)).toEqual(lists.map(([name]) => name));
});

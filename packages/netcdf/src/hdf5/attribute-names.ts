// The names of an object's attributes. Where the blocks that hold them are damaged the library
// lists none, without an error.
import type { H5 } from './h5.ts';

/**
 * Attributes that most files have. To find one by its name, the library goes through the index of
 * names to the attribute itself, and reports an error if either is damaged.
 */
const USUAL = [
  ...['units', 'long_name', 'standard_name', 'missing_value', '_FillValue', 'valid_min', 'comment'],
  ...['CLASS', 'NAME', 'DIMENSION_LIST', 'REFERENCE_LIST', '_Netcdf4Dimid', '_NCProperties'],
  ...['Conventions', 'history', 'title', 'institution', 'source', 'references', 'command_line'],
  ...['site_id', 'datastream', 'process_version', 'dod_version', 'description', 'doi'],
];
/** How the library reports that there is no such name; any other error means damage. */
const ABSENT = 'error - name not defined!';

/** Throws when the attributes are there and cannot be listed. */
export function attributeNames(h5: H5, file: bigint, path: string): string[] {
  const names = h5.get_attribute_names(file, path);
  if (names.length > 0) return names;
  for (const name of USUAL) {
    try {
      h5.get_attribute_metadata(file, path, name);
    } catch (error) {
      if (error instanceof Error && error.message === ABSENT) continue;
      throw error;
    }
    throw new Error(`corrupt: the attributes of ${path} cannot be listed`);
  }
  return names;
}

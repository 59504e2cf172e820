// The mapping of an index, which describes its fields: the search engine knows no field of the
// archive by name.

/**
 * How a field of a search document is indexed. Every field may hold one value or a list.
 * - `text`: words (standard analysis), and untokenised as `field.keyword`
 * - `keyword`: one exact value
 * - `integer`, `double`: numbers (integers up to 2^53)
 * - `date`: ISO 8601, UTC when it names no offset, or milliseconds since 1970
 * - `geo_point`: `{lat, lon}`, `'lat,lon'` or `[lon, lat]`, degrees north and east
 * - `geo_shape`: GeoJSON Point, LineString, Polygon, MultiPoint, MultiLineString, MultiPolygon,
 *   GeometryCollection
 * - `stored`: returned in `_source`, not searched
 */
export type FieldType =
  | 'text'
  | 'keyword'
  | 'integer'
  | 'double'
  | 'date'
  | 'boolean'
  | 'geo_point'
  | 'geo_shape'
  | 'stored';

/**
 * Field name -> how it is indexed. A field of a document that is not named here is kept in
 * `_source` and not searched.
 */
export type Mapping = {
  readonly [field: string]: { readonly type: FieldType; readonly list?: boolean };
};

// A drawn area as a query over the places of documents.

import type { Query } from '@isobar/query-language/query.ts';
import type { Corner } from '../places/shape.ts';

/**
 * Matches what is inside the polygon with these corners, or on its edge. The ring is closed if it
 * is still open.
 */
export function shapeQuery(corners: readonly Corner[]): Query {
  const isClosed = String(corners[0]) === String(corners.at(-1));
  const ring = isClosed ? corners : [...corners, ...corners.slice(0, 1)];
  return {
    geo_shape: {
      geo: {
        shape: { type: 'polygon', coordinates: [ring.map(([lon, lat]) => [lon, lat])] },
        relation: 'intersects',
      },
    },
  };
}

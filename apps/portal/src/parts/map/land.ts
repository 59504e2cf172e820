// The land of the earth, small enough for a picture of a few hundred pixels. Loaded with the map
// that draws it.
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/land-110m.json';

// the file's own type is too wide
const topology = world as unknown as Topology<{ land: GeometryCollection }>;

export const land = feature(topology, topology.objects.land);

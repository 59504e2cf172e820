// Where our own map of the world lies. Written by scripts/make-world.mjs.

/** Below the portal's address. */
export const WORLD_TILES = 'assets/world-33331a99/{z}/{x}/{y}.pbf';
/** The zoom of the nearest tiles. */
export const WORLD_NEAREST = 3;

// The HDF5 library as its package types it, once it is ready.
export type H5 = Awaited<typeof import('h5wasm/node')['ready']>;

// What is mutated, by target, and the tests that must kill the mutants: those that run the code in their own thread.

const SERVER = 'apps/server/src';
const CONTRACT = 'packages/contract/src';
const NETCDF = 'packages/netcdf/src';
const LANGUAGE = 'packages/query-language/src';
const ENGINE = 'packages/search-engine/src';

/** Target -> the sources that are changed one place at a time, and the test files that are run against each change. */
export const TARGETS = {
  'netcdf-job': {
    mutate: [`${NETCDF}/job/*.ts`],
    tests: [`${NETCDF}/job/*.test.ts`, `${NETCDF}/text/*.test.ts`, `${NETCDF}/claims.test.ts`],
  },
  'netcdf-classic': {
    mutate: [`${NETCDF}/classic/{classic-writer,layout,header-builder,extents}.ts`],
    tests: [`${NETCDF}/classic/*.test.ts`, `${NETCDF}/job/{concatenate,output-formats}.test.ts`],
  },
  engine: {
    mutate: [`${ENGINE}/**/{evaluate,aggregate,sort}*.ts`],
    tests: [`${ENGINE}/**/*.test.ts`, `${SERVER}/adapters/search-direct.test.ts`],
  },
  'contract-search': {
    mutate: [`${CONTRACT}/search/*.ts`, `${LANGUAGE}/*.ts`],
    tests: [`${CONTRACT}/search/*.test.ts`, `${LANGUAGE}/*.test.ts`],
  },
  'contract-quality': {
    mutate: [`${CONTRACT}/quality/*.ts`],
    tests: [`${CONTRACT}/quality/*.test.ts`],
  },
  jobs: {
    mutate: [`${SERVER}/core/jobs/*.ts`],
    tests: [`${SERVER}/core/jobs/*.test.ts`],
  },
  accounts: {
    mutate: [`${SERVER}/core/accounts/*.ts`],
    tests: [`${SERVER}/core/accounts/*.test.ts`, `${SERVER}/features/accounts/*.test.ts`],
  },
  orders: {
    mutate: [
      `${SERVER}/features/orders/{steps,delivery}/*.ts`,
      `!${SERVER}/features/orders/**/*-thread.ts`,
    ],
    tests: [
      `${SERVER}/features/orders/{steps,delivery,documents}/*.test.ts`,
      `${SERVER}/features/orders/{create,routes,verify,sweep,steering,waiting,forget}.test.ts`,
      `${SERVER}/features/orders/drop-box/*.test.ts`,
    ],
  },
  guards: {
    mutate: [
      `${SERVER}/platform/admission/{foreign-site,person-limit,allowed-methods,trusted-proxies}.ts`,
      `${SERVER}/platform/{http/http,replies/problem-reply,replies/security-headers}.ts`,
    ],
    tests: [`${SERVER}/platform/**/*.test.ts`, `${SERVER}/features/accounts/*.test.ts`],
  },
};

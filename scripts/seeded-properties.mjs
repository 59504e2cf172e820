// Before each test file: with ISOBAR_SEED every property runs the same cases each time; without it,
// others each time.
import fc from 'fast-check';

const seed = Number(process.env.ISOBAR_SEED ?? NaN);
if (Number.isInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

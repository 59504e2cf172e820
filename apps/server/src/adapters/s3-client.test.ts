// Where a client of an S3-compatible store asks: its region, and whether buckets are named in the
// path.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openS3 } from './s3-client.ts';

beforeEach(() => {
  for (const name of ['AWS_REGION', 'AWS_DEFAULT_REGION', 'ISOBAR_S3_ENDPOINT'])
    vi.stubEnv(name, '');
  for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL']) vi.stubEnv(name, '');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const regionOf = async (region?: string) => {
  const { client } = await openS3('s3://b', region === undefined ? {} : { region });
  client.destroy();
  return await client.config.region();
};

it('the region is the one that is given, that of AWS_REGION, of AWS_DEFAULT_REGION, or us-east-1', async () => {
  expect(await regionOf()).toBe('us-east-1');
  vi.stubEnv('AWS_DEFAULT_REGION', 'eu-north-1');
  expect(await regionOf()).toBe('eu-north-1');
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  expect(await regionOf()).toBe('eu-west-1');
  expect(await regionOf('eu-south-1')).toBe('eu-south-1');
});

it('buckets are named in the path of a store that is not Amazon’s, and of no other', async () => {
  for (const [endpoint, expected] of [
    ['http://store.example.org', true],
    [undefined, false],
  ] as const) {
    const { client } = await openS3('s3://b', endpoint === undefined ? {} : { endpoint });
    client.destroy();
    expect(client.config.forcePathStyle ?? false).toBe(expected);
  }
});

// What lines of changes name: paths, addresses, and notifications in the forms in which they are
// delivered.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedPaths } from './changed-paths.ts';

const BUCKET = { bucket: 'archive', prefix: 'some/prefix/' };
const FOLDER = { folder: '/data/archive' };
const KEY = 'some/prefix/sgp/sgpmetE13.b1.20190101.000000.cdf';
const PATH = 'sgp/sgpmetE13.b1.20190101.000000.cdf';

const record = (key: string, bucket = 'archive') => ({
  eventVersion: '2.1',
  eventSource: 'aws:s3',
  eventName: 'ObjectCreated:Put',
  s3: { bucket: { name: bucket }, object: { key, size: 1024, sequencer: '0055AED6DCD90281E5' } },
});
const notification = JSON.stringify({ Records: [record(KEY)] });

it.each([
  ['a notification of Amazon S3', notification],
  [
    'a notification that came through a topic',
    JSON.stringify({ Type: 'Notification', Message: notification }),
  ],
  ['a message of a queue', JSON.stringify({ MessageId: '1', Body: notification })],
  [
    'all that a queue delivers at a time, from a topic',
    JSON.stringify({ Messages: [{ Body: JSON.stringify({ Message: notification }) }] }),
  ],
  [
    'an event of EventBridge',
    JSON.stringify({
      source: 'aws.s3',
      'detail-type': 'Object Created',
      detail: { bucket: { name: 'archive' }, object: { key: KEY, size: 5 } },
    }),
  ],
  [
    'a notification of MinIO',
    JSON.stringify({
      EventName: 's3:ObjectRemoved:Delete',
      Key: `archive/${KEY}`,
      Records: [record(KEY)],
    }),
  ],
  ['an address', `s3://archive/${KEY}`],
  ['a path inside the archive', PATH],
])('a changed file is found in %s', (_, line) => {
  expect(changedPaths(` ${line}\r`, BUCKET)).toEqual([PATH]);
});

it('several changes in one line are all found', () => {
  const line = JSON.stringify({
    Records: ['a.nc', 'b/c.nc'].map((name) => record(`some/prefix/${name}`)),
  });
  expect(changedPaths(line, BUCKET)).toEqual(['a.nc', 'b/c.nc']);
});

it.each([
  ['an empty line', '   '],
  [
    'the test that a bucket sends once',
    JSON.stringify({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'archive' }),
  ],
  ['a notification of another bucket', JSON.stringify({ Records: [record(KEY, 'other')] })],
  [
    'a notification of a key beside the prefix',
    JSON.stringify({ Records: [record('some/prefixes/x.nc')] }),
  ],
  ['the prefix alone', 's3://archive/some/prefix/'],
  ['an address in another bucket', `s3://other/${KEY}`],
])('%s names no file of the archive', (_, line) => {
  expect(changedPaths(line, BUCKET)).toEqual([]);
});

it('an absolute path is one of the archive only inside its folder', () => {
  expect(changedPaths('/data/archive/sgp/x.nc', FOLDER)).toEqual(['sgp/x.nc']);
  for (const other of ['/data/archive', '/data/archives/x.nc', '/data/x.nc', notification])
    expect(changedPaths(other, FOLDER)).toEqual([]);
});

it.each([
  '{',
  '{"Records": [{}]}',
  '[1]',
  '{"s3": {"bucket": {"name": 1}}}',
  '['.repeat(9) + ']'.repeat(9),
  '{"Message": "x"}',
])('what is no notification is refused: %s', (line) => {
  expect(() => changedPaths(line, BUCKET)).toThrow('neither a path nor a notification');
});

it('every key is found again as a bucket writes it into its notification', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (name) => {
      const key = encodeURIComponent(name).replaceAll('%20', '+');
      const line = JSON.stringify({ Records: [record(`some/prefix/${key}`)] });
      expect(changedPaths(line, BUCKET)).toEqual([name]);
    }),
  );
});

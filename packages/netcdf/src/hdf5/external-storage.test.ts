// Datasets whose values are in files beside their own ("external raw data").
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { bytesSource, openDataset } from '../index.ts';
import { temporaryFolder } from '../testing/tools.ts';
import { externalStorage } from './external-storage.ts';
import { openKnownHdf5 } from './hdf5-dataset.ts';

// Made by h5py: `outside` has its values in raw.bin, and nine attributes, so that its header goes
// on elsewhere. The second file is of the latest version of the format and begins after a block of
// the user.
const EARLY = [
  'H4sIAJbFC2sC/+v0cHHj5ZLiYgABDg4GFgYBBmTwHwqmcKDyYfIJUJoRSndA6RVMMHFGsJwEVFwQaj66upAgV1eQ6v9o',
  'AGZPAQuE5mAYBSMReLg6BoDoCCgflp5OMKGqyy8tKc5MSWXIzANT8HTpQKa9jMD0yoiUwBmhNjMyQgSYoeoQtARYqaCC',
  'PAMkySowiHMwiNdD5VmBKRgkz8TEBDaAnUEDzGeE5hUDHOmchwEmDrGfmRGWQ3jQ1BlA3ckMZHMwJEK4DAIcMDMdUPIr',
  'DAhA8+UOVgj/AFwBB9Z4UIDrg4AAFlTzihLL9ZIy8+D2wNQF+/m7MDIwwfkV7PjDH2a7AvNoHsAbz4b445kRlz4j/PqY',
  'cOkzxq+PGZc+E/z6WHDpM8WvjxWXPjP8+thw6TPHr48dlz4L/Po44PHBStNyBVFOdHCgliAMaDX1YAENwIBaAMQHHABd',
  'JQ6DlAgAAA==',
].join('');
const LATE = [
  'H4sIAJbFC2sC/2NgGAUjGXR6uLjxcklxMXNwMDAwQcT+QwEPH4RvAFWr+PFFrb+HSxATQwWTELJCGOBiYmBkYGADyjEy',
  'sOeXlhRnpqRuhmpmEwSJsmXmgQQZ2aCiuiQ6N6bm5nawExgZGBlFgC5mZGRkhsrBaREGRkEFeQYWME+BQZyDQbweyGIF',
  'uo6Zi10DqJMB5BZGhv2MEB0caLbwQGkOoE+YGeHBARUVFQIZ/R0aWJ0wa/PoHXVz65z/eLg6BkB8CQECUPo+I6raosRy',
  'vaTMPAZGNHUjFbgFeQSAo50JOShgMb0MGrfrYXHLgkZDASeRtrEg6YTEADARMvDAk929T984nUI8XIAuAtoMzCgMKRqM',
  'LDA7YLaw3ZvX7hYMVMUAcx8jAyqNsC+AoQJoB0yGlx0iLs2ASkescq1wCvFxA9orBFKpAgoCBob34gHKDHEMCIE5Xv9N',
  'GZqQBNZkltoyWCEJTJOfEspwCkng6akftQxiSAKL9zbsYTBDsmVH9/kTDMuQVByX1H7D8A5JYOuElf9/8qaEjpbSNASU',
  'laaQEhJWgMJKSIYNQy8cnk/f9M4tONgVnukZgbksCpx/7CxDfYZvAmhwYGBYAMQHHNw8XJzg9RoYvBJ9/4QZmBR4QNGf',
  'aMAgwAGrLB0YkNUh1BhiqGHEUGOEoYYJQ40xhhpmDDUmGGpYMNSYYqhhxVBjhqGGDUONOYYadgw1FhhqOEbLl1EwZAAA',
  't6Gy/gwOAAA=',
].join('');

const REASON = 'its values are in other files, which are not read';

it.each([
  ['the earliest', EARLY],
  ['the latest', LATE],
])(
  'a dataset with external raw data is left out by name in files of %s version',
  async (_, packed) => {
    using folder = temporaryFolder();
    const path = join(folder.path, 'outside.nc');
    const bytes = gunzipSync(Buffer.from(packed, 'base64'));
    await writeFile(path, bytes);
    await writeFile(join(folder.path, 'raw.bin'), new Uint8Array(12));
    for (const from of [path, bytesSource(bytes)]) {
      const dataset = await openDataset(from);
      expect(dataset.unreadable).toEqual([{ name: 'outside', reason: REASON }]);
      expect([...(await dataset.read('inside'))]).toEqual([4, 5, 6]);
      await expect(dataset.read('outside')).rejects.toThrow('which are not read');
      await dataset.close();
    }
  },
);

it('external raw data that an index still knows as readable are refused by name of the reason', async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, 'outside.nc');
  await writeFile(path, gunzipSync(Buffer.from(EARLY, 'base64')));
  const dataset = openKnownHdf5(
    { path },
    {
      dimensions: [{ name: 'n', length: 3, unlimited: false }],
      variables: [
        { name: 'outside', type: 'float', dimensions: ['n'], shape: [3], attributes: [] },
      ],
    },
  );
  await expect(dataset.read('outside')).rejects.toMatchObject({
    code: 'unsupported',
    message: 'Values are in other files, which are not read.',
  });
  await dataset.close();
});

it('a damaged header that leads back to itself is read to its longest length, and left to the library', () => {
  const file = new DataView(new ArrayBuffer(64));
  file.setUint8(0, 1);
  file.setUint32(8, 24, true);
  // The one message: it goes on at 16, which is this message again.
  file.setUint16(16, 16, true);
  file.setUint16(18, 16, true);
  file.setBigUint64(24, 16n, true);
  file.setBigUint64(32, 24n, true);
  let bytes = 0;
  const read = (offset: number, length: number): Uint8Array => {
    bytes += length;
    return new Uint8Array(file.buffer).subarray(offset, offset + length);
  };
  const atZero = { create_object_reference: () => new Uint8Array(8) };
  expect(externalStorage(atZero, 0n, read)('/x')).toBe(false);
  expect(bytes).toBeLessThan(2 ** 20 + 1000);
});

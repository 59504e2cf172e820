// Writes all stored values of variables as doubles, read by zarrita: whole.ts v2|v3 PLAN OUT, where
// each line of PLAN is ADDRESS NAME.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { FetchStore, get, open } from 'zarrita';

const [version = '', plan = '', out = ''] = process.argv.slice(2);
const opening = version === 'v2' ? open.v2 : open.v3;
const file = openSync(out, 'w');
for (const line of readFileSync(plan, 'utf8').trim().split('\n')) {
  const [address = '', name = ''] = line.split(' ');
  const group = await opening(new FetchStore(address), { kind: 'group' });
  const values: unknown = await get(await opening(group.resolve(name), { kind: 'array' }));
  const data: unknown =
    typeof values === 'object' && values !== null && 'data' in values ? values.data : [values];
  const numbers = ArrayBuffer.isView(data) || Array.isArray(data) ? data : [];
  writeSync(
    file,
    new Uint8Array(Float64Array.from(Array.from(Object.values(numbers), Number)).buffer),
  );
}
closeSync(file);

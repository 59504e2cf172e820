// Bytes for the fuzz that resemble a request of HTTP.
import type { Dice } from './_dice.ts';

const LINES = [
  'GET / HTTP/1.1',
  'POST /services/metadata/_search HTTP/1.1',
  'GET /healthz HTTP/1.0',
  'GET http://x/ HTTP/1.1',
  'PRI * HTTP/2.0',
  'GET /%zz HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET /\u00ff HTTP/1.1',
  'G\0T / HTTP/1.1',
  'POST /services/search/select HTTP/1.1',
  '',
];
const FIELDS = [
  'Host: a',
  'Host: b',
  'Content-Length: 5',
  'Content-Length: -1',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: x',
  'Connection: close',
  'Content-Type: multipart/form-data',
  'Content-Type: multipart/form-data; boundary=q',
  'Upgrade: websocket',
  'X: \u0001',
  ': x',
  'Expect: 100-continue',
  `X: ${'y'.repeat(9000)}`,
  'Cookie: a=b; a=c',
];
const BODIES = [
  '',
  'hello',
  '0\r\n\r\n',
  '5\r\nhello\r\n0\r\n\r\n',
  'zz\r\n',
  '--q\r\n\r\n',
  '{"size":1}',
  '\0\0\0',
];

export function crooked(random: Dice): Buffer {
  const fields = Array.from({ length: random.below(6) }, () => random.pick(FIELDS));
  const end = random.below(8) === 0 ? '\n' : '\r\n';
  const text = [random.pick(LINES), ...fields, '', random.pick(BODIES)].join(end);
  const bytes = Buffer.from(text, 'latin1');
  if (random.below(3) === 0 && bytes.length > 0)
    bytes[random.below(bytes.length)] = random.below(256);
  return bytes;
}

// Names of browsers and programs in the list of sessions: browsers mention each other in what they
// send.
import { expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const GECKO = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';

it.each([
  [GECKO, 'Firefox on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/140.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} OPR/120.0.0.0`, 'Opera on Windows'],
  [`Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 ${CHROME}`, 'Samsung Internet on Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome on ChromeOS'],
  [
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iOS',
  ],
  ['curl/8.5.0', 'curl'],
  ['python-requests/2.32 Linux/6.8', 'Python on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 'A browser on Linux'],
  ['', 'Unknown browser'],
  ['something else', 'Unknown browser'],
])('%s is displayed as %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});

// Starts a real OpenSearch for the tests against a cluster: node e2e/cluster/start.mjs [PORT] Needs
// Java 21 or later and Maven, which brings the cluster from Maven Central; without them it reports
// that and exits with 3. Then, in another shell: ISOBAR_TEST_OPENSEARCH=http://127.0.0.1:9401 npx
// vitest run --project node apps/server/src/adapters/search
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const libraries = join(here, '../../node_modules/.cache/isobar-cluster');
const port = process.argv[2] ?? '9401';

const java = findJava();
if (!java) leave('no Java 21 or later was found (JAVA_HOME, PATH, /usr/lib/jvm)');
if (!existsSync(libraries)) fetchLibraries();
const data = mkdtempSync(join(tmpdir(), 'isobar-cluster-'));
// its circuit breaker counts garbage as memory in use; this collector is the one that it can ask to
// collect first
const options = ['-Xmx2g', '-XX:+UseG1GC', '--enable-native-access=ALL-UNNAMED'];
const cluster = spawn(
  java,
  [...options, '-cp', `${libraries}/*`, join(here, 'Start.java'), data, port],
  { cwd: data, stdio: ['ignore', 'pipe', 'ignore'] },
);
cluster.stdout.on('data', (text) => {
  for (const line of String(text).split('\n'))
    if (/ready http/.test(line)) console.log(line.replace(/^.*ready/, 'ready'));
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => cluster.kill());
cluster.on('exit', (code) => {
  rmSync(data, { recursive: true, force: true });
  process.exit(code ?? 0);
});

function findJava() {
  const homes = existsSync('/usr/lib/jvm')
    ? readdirSync('/usr/lib/jvm').map((name) => `/usr/lib/jvm/${name}/bin/java`)
    : [];
  const own = process.env.JAVA_HOME ? [join(process.env.JAVA_HOME, 'bin/java')] : [];
  return [...own, 'java', ...homes].find((path) => {
    const { stderr } = spawnSync(path, ['-version'], { encoding: 'utf8' });
    return Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0) >= 21;
  });
}

function fetchLibraries() {
  const { status, error } = spawnSync(
    'mvn',
    [
      '-q',
      '-B',
      '-f',
      join(here, 'pom.xml'),
      'dependency:copy-dependencies',
      `-DoutputDirectory=${libraries}`,
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (error || status !== 0) {
    rmSync(libraries, { recursive: true, force: true });
    leave('Maven could not bring the cluster');
  }
}

function leave(reason) {
  console.error(`No cluster: ${reason}. The cluster tests are skipped.`);
  process.exit(3);
}

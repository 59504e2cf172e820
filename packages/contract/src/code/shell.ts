// For a POSIX shell: with curl, and a list of addresses for wget. The token does not show in the
// list of processes. Pure.
import { actsOf, type CodeAct, type CodeRequest, headOf, queryOf, TOKEN_VARIABLE } from './plan.ts';
import { comment, shellText } from './quote.ts';

export function curlCode(request: CodeRequest): string {
  const acts = actsOf(request, true);
  const does = new Set(acts.map((act) => act.do));
  const isOrder = does.has('order');
  return script(request, isOrder, [
    ...ASK,
    ...(does.has('files') || does.has('file') ? FETCH : []),
    ...(does.has('files') ? FETCH_ALL : []),
    ...(isOrder ? FETCH_ORDER : []),
    '',
    ...acts.map(callOf),
  ]);
}

export function wgetCode(request: CodeRequest): string {
  const acts = actsOf(request, true);
  const isOrder = acts.some((act) => act.do === 'order');
  return script(request, isOrder, [
    ...WGETRC,
    ...acts.flatMap(wgetOf),
    ...GET_LIST,
    ...(isOrder ? CHECK : []),
  ]);
}

const script = (request: CodeRequest, isOrder: boolean, lines: readonly string[]): string =>
  `${[
    '#!/bin/sh',
    ...headOf(request).map((line) => comment('#', line)),
    'set -eu',
    `: "\${${TOKEN_VARIABLE}:?is not set}"`,
    `base=${shellText(isOrder ? request.order : request.live)}`,
    ...lines,
  ].join('\n')}\n`;

function callOf(act: CodeAct): string {
  switch (act.do) {
    case 'files':
      return `fetch_all ${shellText(`ds=${act.ds}`)} ${shellText(`start=${act.start}`)} ${shellText(`end=${act.end}`)}`;
    case 'file':
      return `fetch ${shellText(act.name)}`;
    case 'extract': {
      const given = act.parameters.map(
        ([name, value]) => `--data-urlencode ${shellText(`${name}=${value}`)}`,
      );
      return `ask "$base/mod" ${given.join(' ')} --output ${shellText(act.to)}`;
    }
    case 'order':
      return `fetch_order ${act.orderId}`;
  }
}

const ASK = `
ask() {
  printf 'header = "Authorization: Bearer %s"\\n' "$${TOKEN_VARIABLE}" |
    curl --silent --show-error --fail --retry 6 --get --config - "$@"
}`.split('\n');

const FETCH = `
fetch() { # one file of the archive, as it is
  [ -e "$1" ] || ask "$base/saveData" --data-urlencode "file=$1" --output "$1"
  echo "$1"
}`.split('\n');

const FETCH_ALL = `
fetch_all() { # all files of a datastream in a range
  names=$(ask "$base/query" --data-urlencode "$1" --data-urlencode "$2" --data-urlencode "$3" --data-urlencode wt=text)
  printf '%s\\n' "$names" | while IFS= read -r name; do
    [ -z "$name" ] || fetch "$name" || exit 1
  done
}`.split('\n');

const FETCH_ORDER = `
fetch_order() { # every file of a completed order; its own script resumes and checks
  ask "$base/delivery/$1/helper.sh" --output "order-$1.sh"
  sh "order-$1.sh" .
}`.split('\n');

function wgetOf(act: CodeAct): readonly string[] {
  switch (act.do) {
    case 'files':
      return [
        `list ${shellText(
          `/query?${queryOf([
            ['ds', act.ds],
            ['start', act.start],
            ['end', act.end],
            ['wt', 'urls'],
          ])}`,
        )}`,
      ];
    case 'file':
      return [
        `echo "$base"${shellText(`/saveData/${encodeURIComponent(act.name.toWellFormed())}`)} >> addresses.txt`,
      ];
    case 'extract':
      return [
        `wget --no-verbose --output-document=${shellText(act.to)} "$base"${shellText(`/mod?${queryOf(act.parameters)}`)}`,
      ];
    case 'order':
      return [`list '/delivery/${act.orderId}/transfer.txt'`];
  }
}

/** In a file that only its owner can read, and that is removed when the script ends. */
const WGETRC = `
WGETRC=$(mktemp)
export WGETRC
trap 'rm -f "$WGETRC"' EXIT
printf 'header = Authorization: Bearer %s\\n' "$${TOKEN_VARIABLE}" > "$WGETRC"
printf 'retry_on_http_error = 429,503\\ntries = 20\\nwaitretry = 10\\n' >> "$WGETRC"  # while the service is busy
: > addresses.txt
list() { wget --quiet --output-document=- "$base$1" | sed -n '/^http/{s/[?].*//;p;}' >> addresses.txt || true; }
`.split('\n');

const GET_LIST = `
# The list may be given to other programs too; wget goes on where it was cut.
[ ! -s addresses.txt ] || wget --no-verbose --continue --input-file=addresses.txt`.split('\n');

const CHECK = ['sha256sum --quiet --check SHA256SUMS'];

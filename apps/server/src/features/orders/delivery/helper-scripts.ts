// Download scripts that resume and verify: one for a shell with curl, one for Python 3 without
// packages. Pure.
import { formatDay } from '@isobar/contract/time.ts';
import { fileUrl, type ListingInput } from './listing.ts';

/** Lines `sha256 bytes address name`; addresses hold no blanks. */
const list = ({ manifest, base, query }: ListingInput): string[] =>
  manifest.files.map(
    ({ name, bytes, sha256 }) => `${sha256} ${bytes} ${fileUrl(base, name, query)} ${name}`,
  );

export function helperSh(input: ListingInput): string {
  const { orderId } = input.manifest;
  return `#!/bin/sh
# Downloads order ${orderId} into the folder order-${orderId}. Run it again after an interruption: it goes on where it
# stopped. Needs curl and sha256sum (or shasum). The files are kept until ${formatDay(input.manifest.expires)}.
set -u
folder=\${1:-order-${orderId}}
tries=5
failed=0

sum_of() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1" | cut -d ' ' -f 1
  else shasum -a 256 "$1" | cut -d ' ' -f 1; fi
}

fetch() { # sum bytes address name
  target="$folder/$4"
  if [ -f "$target" ] && [ "$(sum_of "$target")" = "$1" ]; then echo "have   $4"; return 0; fi
  mkdir -p "$(dirname "$target")"
  try=1
  while [ "$try" -le "$tries" ]; do
    have=0
    [ -f "$target.part" ] && have=$(wc -c < "$target.part")
    if [ "$have" -lt "$2" ]; then
      curl --fail --silent --show-error --location --continue-at - --output "$target.part" "$3" </dev/null || true
    elif [ "$2" -eq 0 ]; then : > "$target.part"; fi
    if [ -f "$target.part" ] && [ "$(sum_of "$target.part")" = "$1" ]; then
      mv "$target.part" "$target"; echo "fetched $4"; return 0
    fi
    [ -f "$target.part" ] && [ "$(wc -c < "$target.part")" -ge "$2" ] && rm -f "$target.part"
    try=$((try + 1))
    sleep "$try"
  done
  echo "FAILED $4" >&2
  return 1
}

while read -r sum bytes address name; do
  [ -n "$sum" ] || continue
  fetch "$sum" "$bytes" "$address" "$name" || failed=$((failed + 1))
done <<'FILES'
${list(input).join('\n')}
FILES

if [ "$failed" -gt 0 ]; then
  echo "$failed files failed; run this script again. The files are kept until ${formatDay(input.manifest.expires)}." >&2
  exit 1
fi
echo "Order ${orderId} is complete and every checksum fits."
`;
}

export function helperPy(input: ListingInput): string {
  const { orderId } = input.manifest;
  return `#!/usr/bin/env python3
"""Downloads order ${orderId}. Run it again after an interruption: it goes on where it stopped.

Usage: python3 helper.py [FOLDER]   (default: order-${orderId}). Needs Python 3.6 or later, no packages.
The files are kept until ${formatDay(input.manifest.expires)}.
"""
import hashlib
import os
import sys
import time
import urllib.error
import urllib.request

TRIES = 5
FILES = [
${list(input)
  .map((line) => `    ${JSON.stringify(line)},`)
  .join('\n')}
]


def sum_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


def fetch_rest(address, part):
    have = os.path.getsize(part) if os.path.exists(part) else 0
    request = urllib.request.Request(address)
    if have:
        request.add_header("Range", "bytes=%d-" % have)
    with urllib.request.urlopen(request, timeout=60) as answer:
        mode = "ab" if answer.status == 206 else "wb"
        with open(part, mode) as file:
            for block in iter(lambda: answer.read(1 << 20), b""):
                file.write(block)


def fetch(folder, digest, size, address, name):
    target = os.path.join(folder, *name.split("/"))
    part = target + ".part"
    if os.path.exists(target) and sum_of(target) == digest:
        print("have   ", name)
        return True
    os.makedirs(os.path.dirname(target), exist_ok=True)
    for attempt in range(1, TRIES + 1):
        try:
            if not os.path.exists(part) or os.path.getsize(part) < size:
                fetch_rest(address, part)
        except (OSError, urllib.error.URLError) as error:
            print("again  ", name, error, file=sys.stderr)
        if os.path.exists(part):
            if sum_of(part) == digest:
                os.replace(part, target)
                print("fetched", name)
                return True
            if os.path.getsize(part) >= size:
                os.remove(part)
        time.sleep(attempt)
    print("FAILED ", name, file=sys.stderr)
    return False


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else "order-${orderId}"
    failed = 0
    for line in FILES:
        digest, size, address, name = line.split(" ", 3)
        failed += not fetch(folder, digest, int(size), address, name)
    if failed:
        kept = "The files are kept until ${formatDay(input.manifest.expires)}."
        sys.exit("%d files failed; run this script again. %s" % (failed, kept))
    print("Order ${orderId} is complete and every checksum fits.")


if __name__ == "__main__":
    main()
`;
}

// Julia, with nothing but its standard library. Pure.
import { actsOf, type CodeAct, type CodeRequest, headOf, TOKEN_VARIABLE } from './plan.ts';
import { comment, juliaText } from './quote.ts';

export function juliaCode(request: CodeRequest): string {
  const acts = actsOf(request, true);
  const does = new Set(acts.map((act) => act.do));
  const isOrder = does.has('order');
  return `${[
    ...headOf(request).map((line) => comment('#', line)),
    'using Downloads',
    '',
    `const base = ${juliaText(isOrder ? request.order : request.live)}`,
    `const headers = ["Authorization" => "Bearer " * ENV["${TOKEN_VARIABLE}"]]`,
    ...ASK,
    ...(does.has('files') || does.has('file') ? FETCH : []),
    ...(does.has('files') ? FETCH_ALL : []),
    ...(isOrder ? FETCH_ORDER : []),
    '',
    ...acts.map(callOf),
  ].join('\n')}\n`;
}

function callOf(act: CodeAct): string {
  switch (act.do) {
    case 'files':
      return `fetchall(ds = ${juliaText(act.ds)}, start = ${juliaText(act.start)}, stop = ${juliaText(act.end)})`;
    case 'file':
      return `fetchfile(${juliaText(act.name)})`;
    case 'extract': {
      const given = act.parameters.map(([name, value]) => `"${name}" => ${juliaText(value)}`);
      return `ask("/mod", ${juliaText(act.to)}, ${given.join(', ')})`;
    }
    case 'order':
      return `fetchorder(${act.orderId})`;
  }
}

const ASK = `
plain(b) = b in UInt8('a'):UInt8('z') || b in UInt8('A'):UInt8('Z') || b in UInt8('0'):UInt8('9') || b in b"-_.~"
escaped(text) = join(plain(b) ? string(Char(b)) : "%" * uppercase(string(b, base = 16, pad = 2)) for b in codeunits(text))

function ask(path, to, given...)
    query = join((name * "=" * escaped(value) for (name, value) in given), "&")
    address = base * path * (isempty(given) ? "" : "?" * query)
    for wait in (5, 10, 20, 40, 0)  # seconds, while the service is busy
        try
            Downloads.download(address, to * ".part"; headers = headers, timeout = 600)
            break
        catch failure
            busy = failure isa Downloads.RequestError && failure.response.status in (429, 503)
            (busy && wait > 0) || rethrow()
            sleep(wait)
        end
    end
    mv(to * ".part", to; force = true)
    println(to)
    return to
end`.split('\n');

const FETCH = `
fetchfile(name) = ask("/saveData", basename(name), "file" => name)`.split('\n');

const FETCH_ALL = `
function fetchall(; ds, start, stop)
    list = ask("/query", tempname(), "ds" => ds, "start" => start, "end" => stop, "wt" => "text")
    return [fetchfile(name) for name in readlines(list)]
end`.split('\n');

const FETCH_ORDER = `
function fetchorder(number)  # checksums are in SHA256SUMS
    list = ask("/delivery/$(number)/transfer.txt", tempname())
    for line in readlines(list)
        startswith(line, "http") || continue
        path = replace(replace(line, r".*/delivery/[0-9]+/" => ""), r"[?].*" => "")
        mkpath(dirname(path))
        ask("/delivery/$(number)/$(path)", path)
    end
end`.split('\n');

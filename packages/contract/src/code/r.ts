// R, with nothing but base R; the first extract is opened if the package ncdf4 is there. Pure.
import { actsOf, type CodeAct, type CodeRequest, headOf, TOKEN_VARIABLE } from './plan.ts';
import { comment, rText } from './quote.ts';

export function rCode(request: CodeRequest): string {
  const acts = actsOf(request, true);
  const does = new Set(acts.map((act) => act.do));
  const isOrder = does.has('order');
  const extract = acts.find((act) => act.do === 'extract');
  return `${[
    ...headOf(request).map((line) => comment('#', line)),
    `base <- ${rText(isOrder ? request.order : request.live)}`,
    `headers <- c(Authorization = paste("Bearer", Sys.getenv("${TOKEN_VARIABLE}")))`,
    ...ASK,
    ...(does.has('files') || does.has('file') ? FETCH : []),
    ...(does.has('files') ? FETCH_ALL : []),
    ...(isOrder ? FETCH_ORDER : []),
    '',
    ...acts.map(callOf),
    ...(extract ? opened(extract) : []),
  ].join('\n')}\n`;
}

function callOf(act: CodeAct): string {
  switch (act.do) {
    case 'files':
      return `fetch_all(ds = ${rText(act.ds)}, start = ${rText(act.start)}, end = ${rText(act.end)})`;
    case 'file':
      return `fetch(${rText(act.name)})`;
    case 'extract': {
      const given = act.parameters.map(([name, value]) => `${name} = ${rText(value)}`);
      return `ask("/mod", to = ${rText(act.to)}, ${given.join(', ')})`;
    }
    case 'order':
      return `fetch_order(${act.orderId})`;
  }
}

const opened = ({ to, variable }: Extract<CodeAct, { do: 'extract' }>): readonly string[] => [
  'if (requireNamespace("ncdf4", quietly = TRUE)) {',
  `  data <- ncdf4::nc_open(${rText(to)})`,
  `  name <- ${variable ? rText(variable) : 'names(data$var)[1]'}`,
  '  print(summary(as.vector(ncdf4::ncvar_get(data, name))))',
  '  ncdf4::nc_close(data)',
  '}',
];

const ASK = `options(timeout = 600)

ask <- function(path, to, ...) {
  given <- c(...)
  values <- vapply(given, function(value) URLencode(enc2utf8(value), reserved = TRUE), "")
  query <- if (length(given)) paste0("?", paste(names(given), values, sep = "=", collapse = "&")) else ""
  part <- paste0(to, ".part")
  for (wait in c(5, 10, 20, 40, 0)) { # seconds, while the service is busy
    problems <- character()
    failed <- tryCatch(withCallingHandlers(
      download.file(paste0(base, path, query), part, method = "libcurl", mode = "wb", headers = headers, quiet = TRUE) != 0,
      warning = function(w) { problems <<- c(problems, conditionMessage(w)); invokeRestart("muffleWarning") }
    ), error = function(e) { problems <<- c(problems, conditionMessage(e)); TRUE })
    if (!failed && length(problems) == 0) break
    if (wait == 0 || !any(grepl("'(429|503) ", problems))) stop(paste(problems, collapse = "; "))
    Sys.sleep(wait)
  }
  if (!file.rename(part, to)) stop("cannot write ", to)
  message(to)
  invisible(to)
}`.split('\n');

const FETCH = `
fetch <- function(name) ask("/saveData", to = basename(name), file = name)`.split('\n');

const FETCH_ALL = `
fetch_all <- function(...) {
  for (name in readLines(suppressMessages(ask("/query", to = tempfile(), wt = "text", ...)))) fetch(name)
}`.split('\n');

const FETCH_ORDER = `
fetch_order <- function(number) { # checksums are in SHA256SUMS
  list <- suppressMessages(ask(paste0("/delivery/", number, "/transfer.txt"), to = tempfile()))
  for (address in grep("^https?://", readLines(list), value = TRUE)) {
    path <- sub("[?].*", "", sub(".*/delivery/[0-9]+/", "", address))
    name <- URLdecode(path)
    dir.create(dirname(name), showWarnings = FALSE, recursive = TRUE)
    ask(paste0("/delivery/", number, "/", path), to = name)
  }
}`.split('\n');

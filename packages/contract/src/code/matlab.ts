// One text for both MATLAB and Octave, which agree neither on functions in scripts nor on named
// arguments. Pure.
import { actsOf, type CodeAct, type CodeRequest, headOf, TOKEN_VARIABLE } from './plan.ts';
import { comment, matlabText } from './quote.ts';

export function matlabCode(request: CodeRequest): string {
  const acts = actsOf(request, true);
  const isOrder = acts.some((act) => act.do === 'order');
  const extract = acts.find((act) => act.do === 'extract');
  const ranges = acts.filter((act) => act.do === 'files');
  return `${[
    ...headOf(request).map((line) => comment('%', line)),
    `base = ${matlabText(isOrder ? request.order : request.live)};`,
    `options = weboptions('HeaderFields', {'Authorization', ['Bearer ' getenv('${TOKEN_VARIABLE}')]}, 'Timeout', 600);`,
    '',
    comment('%', 'The request: where, how, and the name of the file.'),
    'wanted = {};',
    ...acts.flatMap(wantedOf),
    ...(ranges.length > 0 ? ['', 'ranges = {};', ...ranges.map(rangeOf), ...LISTED] : []),
    ...(isOrder ? DELIVERED : []),
    ...FETCHED,
    ...(extract ? opened(extract) : []),
  ].join('\n')}\n`;
}

function wantedOf(act: CodeAct): readonly string[] {
  switch (act.do) {
    case 'file':
      return [row('/saveData', [['file', act.name]], act.name)];
    case 'extract':
      return [row('/mod', act.parameters, act.to)];
    case 'order':
      return [`folder = '/delivery/${act.orderId}/';`];
    case 'files':
      return [];
  }
}

const row = (
  path: string,
  parameters: readonly (readonly [string, string])[],
  to: string,
): string => `wanted(end + 1, :) = {'${path}', ${cellOf(parameters)}, ${matlabText(to)}};`;

const cellOf = (parameters: readonly (readonly [string, string])[]): string =>
  `{${parameters.map(([name, value]) => `'${name}', ${matlabText(value)}`).join(', ')}}`;

const rangeOf = ({ ds, start, end }: Extract<CodeAct, { do: 'files' }>): string =>
  `ranges{end + 1} = ${cellOf([
    ['ds', ds],
    ['start', start],
    ['end', end],
    ['wt', 'text'],
  ])};`;

/**
 * A call in the loop over `i`, repeated while the service is busy. Octave does not show the message
 * of the service, so it repeats a call after any failure, except the first call of the loop, where
 * a wrong token would show.
 */
const patiently = (call: string): string =>
  `  for wait = [5 10 20 40 0]  % seconds, while the service is busy
    try
      ${call}
      break
    catch failure
      isBusy = ~isempty(regexp(failure.identifier, 'HTTP(429|503)', 'once'));
      isBusy = isBusy || (i > 1 && exist('OCTAVE_VERSION', 'builtin') > 0);
      if ~isBusy || wait == 0
        rethrow(failure);
      end
      pause(wait);
    end
  end`;

const LISTED = `for i = 1:numel(ranges)
${patiently("list = webread([base '/query'], ranges{i}{:}, options);")}
  names = strsplit(strtrim(char(list(:)')), char(10));
  for k = 1:numel(names)
    if ~isempty(names{k})
      wanted(end + 1, :) = {'/saveData', {'file', names{k}}, names{k}};
    end
  end
end`.split('\n');

const DELIVERED =
  `list = webread([base folder 'transfer.txt'], options);  % checksums are in SHA256SUMS
addresses = regexp(char(list(:)'), 'https?://[^\\n]*?/delivery/\\d+/([^?\\s]+)', 'tokens');
for i = 1:numel(addresses)
  path = addresses{i}{1};
  parent = fileparts(path);
  if ~isempty(parent) && ~exist(parent, 'dir')
    mkdir(parent);
  end
  wanted(end + 1, :) = {[folder path], {}, path};
end`.split('\n');

const FETCHED = `
for i = 1:size(wanted, 1)
${patiently('bytes = webread([base wanted{i, 1}], wanted{i, 2}{:}, options);')}
  file = fopen(wanted{i, 3}, 'w');
  fwrite(file, bytes);
  fclose(file);
  disp(wanted{i, 3});
end`.split('\n');

const opened = ({ to, variable }: Extract<CodeAct, { do: 'extract' }>): readonly string[] =>
  variable === ''
    ? []
    : [
        "if exist('ncread')  % part of MATLAB; Octave has it in its package netcdf",
        `  values = double(ncread(${matlabText(to)}, ${matlabText(variable)}));`,
        '  disp([min(values(:)) max(values(:))]);',
        'end',
      ];

% Prints the stored values of slabs of an array: slabs(ADDRESS, FILE), where each line of FILE is NAME START,... COUNT,... with the
% slowest dimension first, as in NetCDF. One line of values for each. Needs `pkg load netcdf` before.
function slabs(address, file)
  data = netcdf_open(address, 'NC_NOWRITE');
  lines = strsplit(strtrim(fileread(file)), "\n");
  for i = 1:numel(lines)
    parts = strsplit(lines{i}, ' ');
    start = fliplr(str2num(['[' parts{2} ']'])); % Octave counts the fastest dimension first
    count = fliplr(str2num(['[' parts{3} ']']));
    values = double(netcdf_getVar(data, netcdf_inqVarID(data, parts{1}), start, count));
    printf('%s\n', strjoin(arrayfun(@(x) sprintf('%.17g', x), values(:)', 'UniformOutput', false), ','));
  end
  netcdf_close(data);
end

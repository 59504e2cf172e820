% Writes all stored values of variables as doubles: whole(PLAN, OUT), where each line of PLAN is ADDRESS NAME. Needs `pkg load netcdf`
% before.
function whole(plan, out)
  file = fopen(out, 'w', 'ieee-le');
  address = '';
  lines = strsplit(strtrim(fileread(plan)), "\n");
  for i = 1:numel(lines)
    parts = strsplit(lines{i}, ' ');
    if ! strcmp(parts{1}, address)
      if ! isempty(address), netcdf_close(data); end
      address = parts{1};
      data = netcdf_open(address, 'NC_NOWRITE');
    end
    fwrite(file, double(netcdf_getVar(data, netcdf_inqVarID(data, parts{2}))), 'double');
  end
  fclose(file);
end

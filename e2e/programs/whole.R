# Writes all stored values of variables as doubles: whole.R PLAN OUT, where each line of PLAN is ADDRESS NAME. One file after the other is
# open.
library(ncdf4)
asked <- commandArgs(trailingOnly = TRUE)
out <- file(asked[2], "wb")
address <- ""
for (line in readLines(asked[1])) {
  parts <- strsplit(line, " ")[[1]]
  if (parts[1] != address) {
    if (address != "") nc_close(data)
    data <- nc_open(parts[1])
    address <- parts[1]
  }
  values <- ncvar_get(data, parts[2], raw_datavals = TRUE)
  writeBin(as.double(values), out, size = 8, endian = "little")
}
close(out)

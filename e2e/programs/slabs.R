# Prints the stored values of slabs of an array: slabs.R ADDRESS FILE, where each line of FILE is NAME START,... COUNT,... with the
# slowest dimension first, as in NetCDF. One line of values for each.
library(ncdf4)
asked <- commandArgs(trailingOnly = TRUE)
data <- nc_open(asked[1])
for (line in readLines(asked[2])) {
  parts <- strsplit(line, " ")[[1]]
  numbers <- function(text) rev(as.integer(strsplit(text, ",")[[1]])) # R counts the fastest dimension first
  values <- ncvar_get(data, parts[1], numbers(parts[2]) + 1, numbers(parts[3]), raw_datavals = TRUE)
  cat(formatC(as.vector(values), digits = 17, format = "g"), sep = ",")
  cat("\n")
}

# Files as the networks publish them, a little of each: names, global attributes, dimensions and units are those of the conventions.
import sys
import numpy as np
from netCDF4 import Dataset

root = sys.argv[1]


def make(name, attributes, dimensions, variables, form="NETCDF4"):
    with Dataset(f"{root}/{name}", "w", format=form) as f:
        f.setncatts(attributes)
        for dimension, length in dimensions.items():
            f.createDimension(dimension, length)
        for variable, (kind, along, values, own) in variables.items():
            own = dict(own)
            v = f.createVariable(variable, kind, along, fill_value=own.pop("_FillValue", None))
            v.setncatts(own)
            if values is not None:
                v[...] = values


hours = np.arange(24.0)

# NCAS-AMF 2.0, surface-met
times = 1590969600.0 + hours * 3600
clock = {n: ("i4", ("time",), 1, {"units": "1", "long_name": n.capitalize(), "valid_min": np.int32(0)})
         for n in ("year", "month", "day", "hour", "minute")}
make("ncas-aws-1_weybourne_20200601_surface-met_v1.0.nc",
     {"Conventions": "CF-1.6, NCAS-AMF-2.0.0", "source": "NCAS Automatic Weather Station unit 1",
      "title": "Surface meteorology at Weybourne", "platform": "weybourne", "platform_type": "stationary_platform",
      "deployment_mode": "land", "instrument_manufacturer": "Vaisala", "processing_level": "1", "product_version": "v1.0",
      "institution": "National Centre for Atmospheric Science (NCAS)", "location_keywords": "Weybourne, Norfolk, England",
      "time_coverage_start": "2020-06-01T00:00:00", "time_coverage_end": "2020-06-01T23:00:00", "featureType": "timeSeries"},
     {"time": None, "latitude": 1, "longitude": 1},
     {"time": ("f8", ("time",), times, {"units": "seconds since 1970-01-01 00:00:00", "standard_name": "time", "axis": "T"}),
      "latitude": ("f4", ("latitude",), 52.95, {"units": "degrees_north", "standard_name": "latitude"}),
      "longitude": ("f4", ("longitude",), 1.12, {"units": "degrees_east", "standard_name": "longitude"}),
      "day_of_year": ("f4", ("time",), 153, {"units": "1", "long_name": "Day of Year"}), **clock,
      "second": ("f4", ("time",), 0, {"units": "1", "long_name": "Second"}),
      "air_temperature": ("f4", ("time",), 285.0, {"units": "K", "standard_name": "air_temperature", "_FillValue": -1e20,
                                                  "coordinates": "latitude longitude"}),
      "wind_speed": ("f4", ("time",), 3.0, {"units": "m s-1", "standard_name": "wind_speed", "_FillValue": -1e20}),
      "qc_flag_temperature": ("i1", ("time",), 1, {"units": "1", "long_name": "Data Quality Flag: Temperature",
                                                   "flag_values": np.arange(4, dtype="i1"),
                                                   "flag_meanings": "not_used good_data bad_data suspect_data"})})

# Cloudnet, radar of a day
make("20230101_mace-head_mira-35.nc",
     {"Conventions": "CF-1.8", "cloudnet_file_type": "radar", "file_uuid": "6e1c5ab5-5bbf-4e52-a9de-1f4a1e0d9b1c", "location": "Mace Head",
      "year": "2023", "month": "01", "day": "01", "title": "MIRA-35 cloud radar from Mace Head", "source": "METEK MIRA-35",
      "cloudnetpy_version": "1.50.0", "history": "2023-01-02 00:00:00 +00:00 - radar file created"},
     {"time": None, "range": 30},
     {"time": ("f4", ("time",), hours, {"units": "hours since 2023-01-01 00:00:00 +00:00", "standard_name": "time", "axis": "T",
                                        "calendar": "standard"}),
      "range": ("f4", ("range",), np.arange(30) * 30.0, {"units": "m", "long_name": "Range from instrument", "axis": "Z"}),
      "Zh": ("f4", ("time", "range"), -20.0, {"units": "dBZ", "long_name": "Radar reflectivity factor",
                                             "standard_name": "equivalent_reflectivity_factor"}),
      "v": ("f4", ("time", "range"), 0.1, {"units": "m s-1", "long_name": "Doppler velocity"}),
      "nyquist_velocity": ("f4", (), 10.0, {"units": "m s-1", "long_name": "Nyquist velocity"}),
      "radar_frequency": ("f4", (), 35.5, {"units": "GHz", "long_name": "Radar transmit frequency"}),
      "latitude": ("f4", (), 53.326, {"units": "degree_north", "standard_name": "latitude"}),
      "longitude": ("f4", (), -9.9, {"units": "degree_east", "standard_name": "longitude"}),
      "altitude": ("f4", (), 21.0, {"units": "m", "standard_name": "altitude"})})

# E-PROFILE level 2, one day of a ceilometer
make("L2_0-20000-0-06610_A20210909.nc",
     {"Conventions": "CF-1.7", "title": "CHM15k Payerne", "institution": "MeteoSwiss", "wigos_station_id": "0-20000-0-06610",
      "wmo_id": "06610", "instrument_id": "A", "instrument_type": "CHM15k", "site_location": "PAYERNE,SWITZERLAND",
      "principal_investigator": "n/a", "comment": "", "history": "raw2l2"},
     {"time": None, "altitude": 40, "layer": 3},
     {"time": ("f8", ("time",), 18879 + hours / 24, {"units": "days since 1970-01-01 00:00:00.000", "standard_name": "time",
                                                     "long_name": "End time (UTC) of the measurements"}),
      "altitude": ("f4", ("altitude",), np.arange(40) * 30.0, {"units": "m", "standard_name": "altitude"}),
      "attenuated_backscatter_0": ("f4", ("time", "altitude"), 0.2, {"units": "1E-6*1/(m*sr)",
                                   "long_name": "attenuated backscatter at wavelength 0"}),
      "cloud_base_height": ("f4", ("time", "layer"), 800.0, {"units": "m", "long_name": "cloud base height"}),
      "quality_flag": ("i4", ("time", "altitude"), 0, {"long_name": "quality flag"}),
      "station_latitude": ("f4", (), 46.814, {"units": "degrees_north", "long_name": "Latitude of the station"}),
      "station_longitude": ("f4", (), 6.944, {"units": "degrees_east", "long_name": "Longitude of the station"}),
      "station_altitude": ("f4", (), 491.0, {"units": "m", "long_name": "Altitude of the station"}),
      "l0_wavelength": ("f4", (), 1064.0, {"units": "nm", "long_name": "wavelength of laser"})})

# EARLINET / ACTRIS aerosol remote sensing, level 2
make("EARLINET_AerRemSen_pot_Lev02_b1064_201801010000_201801010100_v01_qc03.nc",
     {"Conventions": "CF-1.8", "title": "Profiles of aerosol optical properties", "institution": "CNR-IMAA", "location": "Potenza, Italy",
      "station_ID": "pot", "system": "MUSA", "PI": "nobody", "source": "Lidar",
      "measurement_start_datetime": "2018-01-01T00:00:00Z", "measurement_stop_datetime": "2018-01-01T01:00:00Z"},
     {"time": 1, "altitude": 50, "wavelength": 1, "nv": 2},
     {"time": ("f8", ("time",), 1514766600.0, {"units": "seconds since 1970-01-01T00:00:00Z", "standard_name": "time", "axis": "T",
                                               "bounds": "time_bounds"}),
      "time_bounds": ("f8", ("time", "nv"), [[1514764800.0, 1514768400.0]], {}),
      "altitude": ("f8", ("altitude",), np.arange(50) * 60.0, {"units": "m", "axis": "Z", "standard_name": "altitude"}),
      "wavelength": ("f4", ("wavelength",), 1064.0, {"units": "nm", "standard_name": "radiation_wavelength"}),
      "backscatter": ("f8", ("wavelength", "time", "altitude"), 1e-6,
                      {"units": "1/(m*sr)", "long_name": "aerosol backscatter coefficient", "ancillary_variables": "error_backscatter"}),
      "error_backscatter": ("f8", ("wavelength", "time", "altitude"), 1e-7, {"units": "1/(m*sr)"}),
      "cirrus_contamination": ("i1", (), 0, {"flag_values": np.arange(3, dtype="i1"), "flag_meanings": "not_available no_cirrus cirrus"}),
      "latitude": ("f4", (), 40.6, {"units": "degrees_north", "standard_name": "latitude"}),
      "longitude": ("f4", (), 15.72, {"units": "degrees_east", "standard_name": "longitude"}),
      "station_altitude": ("f4", (), 760.0, {"units": "m"})})

# ARM, of the years when files had base_time and time_offset alone
make("xyznewC1.b1.20010203.000000.cdf",
     {"zeb_platform": "xyznewC1.b1", "ingest_version": "1", "site_id": "xyz", "facility_id": "C1 : Somewhere"},
     {"time": None},
     {"base_time": ("i4", (), 981158400, {"string": "3-Feb-2001,0:00:00 GMT", "long_name": "Base time in Epoch",
                                         "units": "seconds since 1970-1-1 0:00:00 0:00"}),
      "time_offset": ("f8", ("time",), hours * 3600, {"long_name": "Time offset from base_time",
                                                      "units": "seconds since 2001-02-03 00:00:00 0:00"}),
      "rain": ("f4", ("time",), 0.0, {"long_name": "Rainfall", "units": "mm"}),
      "lat": ("f4", (), 36.6, {"units": "degrees"}), "lon": ("f4", (), -97.5, {"units": "degrees"})},
     "NETCDF3_CLASSIC")

# CF and ACDD of a newcomer: no standard names, the place under names of their own
for day in (1, 2, 3):
    make(f"mylidar_2022-03-0{day}.nc",
         {"Conventions": "CF-1.8, ACDD-1.3", "title": "Backscatter lidar", "institution": "Example University",
          "platform": "Roof laboratory", "instrument": "mwr", "id": f"9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6{day}"},
         {"time": None, "height": 20},
         {"time": ("f8", ("time",), hours * 3600, {"units": f"seconds since 2022-03-0{day}"}),
          "height": ("f4", ("height",), np.arange(20) * 50.0, {"units": "m"}),
          "beta_att": ("f4", ("time", "height"), 1e-6, {"long_name": "attenuated volume backscatter coefficient", "units": "m-1 sr-1"}),
          "pr": ("f4", ("time",), 0.0, {"long_name": "precipitation", "units": "mm h-1"}),
          "station_lat": ("f4", (), 48.1, {"units": "degrees"}), "station_lon": ("f4", (), 11.6, {"units": "degrees"})})

# Named by the operator's pattern, and without a time axis
make("tower/R1_2020153_1200.nc", {}, {"level": 5}, {"u": ("f4", ("level",), 1.0, {"standard_name": "eastward_wind", "units": "m s-1"})})

"""Dates as ISO 8601; digits in groups of three, as prices are read."""

DATE_FORMAT = "Y-m-d"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "Y-m-d H:i"
MONTH_DAY_FORMAT = "m-d"
SHORT_DATE_FORMAT = "Y-m-d"
SHORT_DATETIME_FORMAT = "Y-m-d H:i"
THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3

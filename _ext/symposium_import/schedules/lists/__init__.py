"""Lists of talks, as spreadsheets have them: CSV, or workbooks."""

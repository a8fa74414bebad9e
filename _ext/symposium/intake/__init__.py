"""Taking over what others say: records of services, files of reference managers, whole sites.

Readers make `symposium.intake.works.ImportedWork` of all of them; one writer puts these into
bibliographies, and one report says what became of each.
"""

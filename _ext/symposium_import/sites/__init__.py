"""Import of sites made with other generators as records and pages of a project."""

"""Events of other systems become files of ours."""

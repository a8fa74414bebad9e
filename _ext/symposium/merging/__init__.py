"""Three-way merges: what an import writes now goes into files that people have edited since."""

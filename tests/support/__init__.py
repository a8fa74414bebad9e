"""What tests share: projects, sites, builds, browsers, judges."""

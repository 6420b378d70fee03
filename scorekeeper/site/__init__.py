"""What every page shares: bundles of scripts and styles, languages, templates, files of games."""

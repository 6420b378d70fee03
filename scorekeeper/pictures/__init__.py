"""Results as pictures and as texts, to show around."""

"""Sample screens: every moment the companion can show, for references and galleries."""

"""Looking ahead: what a position is worth when both play as well as can be, and which moves are best."""

"""What files may say: pydantic models over located nodes."""

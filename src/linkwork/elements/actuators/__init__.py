"""Active elements: forces with inputs, and controllers that drive them."""

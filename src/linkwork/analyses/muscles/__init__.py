"""What `share` is made of: muscles as functions of their inputs, the forces that a motion takes, costs."""

"""Documents in which mechanisms stand: reports, lessons, panels of sliders in notebooks."""

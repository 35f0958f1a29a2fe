"""The catalogue: models, runs and studies, found again by what they are and by what came out of them."""

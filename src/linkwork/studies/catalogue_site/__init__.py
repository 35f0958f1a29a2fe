"""The catalogue as pages for a browser: made of text, without any script, by functions of a request."""

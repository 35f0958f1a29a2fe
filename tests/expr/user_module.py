"""A user's file, so that messages can name it; the line numbers are asserted."""


def helper(x):
    if x > 0:
        return x
    return -x

"""What analyses ask of a system, in whichever coordinates it is compiled."""

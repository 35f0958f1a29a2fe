"""Where surfaces touch: kinds of surfaces, pairs that are near, gaps with points and normals. All in native loops."""

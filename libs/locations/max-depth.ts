/** The most levels of the tree of locations. */
export const MAX_DEPTH = 10;

/** Threads that were deleted from this page: who does that is led on by it, and need not be told. */
export const deletedHere = new Set<string>()

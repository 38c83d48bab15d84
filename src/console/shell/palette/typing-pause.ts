/** Whoever types without a pause is asked about once, when they stop, and not with each letter. */
export const typingPauseMs = 120

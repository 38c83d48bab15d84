/**
 * Flags of Node for a process that lives as long as a test: the database engine, which is WebAssembly, is not
 * compiled a second time for speed. That takes two seconds of a processor, and pays after minutes.
 */
export const SHORT_LIVED = ['--liftoff-only']

/** Flags of Node for a worker of tests, whose pages and answers are garbage soon: it is looked for less often. */
export const OF_WORKERS = [...SHORT_LIVED, '--max-semi-space-size=32']

/**
 * How long tests wait. What fails says so within half a minute; what is waited for comes from real servers, on a machine
 * that may be busy. `npm run shake` makes it busier still, and gives everything more time by this factor.
 */
const patience = Number(process.env.QUARTERDECK_TEST_PATIENCE || 1)

/** For one thing that is waited for, in ms. */
export const waitMs = 25_000 * patience

/** For a test, in ms. */
export const testMs = 30_000 * patience

/** In ms: for what takes long by itself, such as a build, a random search, or a visit of every page. */
export const minutes = (count: number): number => count * 60_000 * patience

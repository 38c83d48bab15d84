/** How long each step of a rollout may take, in milliseconds. */
export interface RolloutLimits {
  /** Each git command. */
  cloneMs: number
  /** Installing packages, and the install command. */
  installMs: number
  /** The build command. */
  buildMs: number
  /** Starting the code and loading its graphs, or waiting for a container. */
  loadMs: number
  /** Reading the types of its graphs, which nothing waits for. */
  typesMs: number
}

export const defaultLimits: RolloutLimits = {
  cloneMs: 5 * 60_000,
  installMs: 10 * 60_000,
  buildMs: 10 * 60_000,
  loadMs: 60_000,
  typesMs: 2 * 60_000,
}

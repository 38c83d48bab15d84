type FailedStatus = 'CREATE_FAILED' | 'BUILD_FAILED' | 'DEPLOY_FAILED'

/** A rollout ends here: in which status, and why, in a sentence that a person can act on. */
export class RolloutFailure extends Error {
  readonly status: FailedStatus

  constructor(status: FailedStatus, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'RolloutFailure'
    this.status = status
  }
}

/** The server is stopping: the rollout is left as it is, the next start takes it up. */
export class RolloutStopped extends Error {
  override readonly name = 'RolloutStopped'
}

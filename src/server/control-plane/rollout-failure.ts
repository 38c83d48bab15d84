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

/** The rollout was told to stop: whoever told it decides what becomes of the revision. */
export class RolloutStopped extends Error {
  override readonly name = 'RolloutStopped'
}

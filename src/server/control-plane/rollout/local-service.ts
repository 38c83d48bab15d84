/** What this server itself serves, which may differ for a while from what the database says. */
export class LocalService {
  /** Revision by deployment. */
  readonly #serving = new Map<string, string>()

  serves(deploymentId: string, revisionId: string): boolean {
    return this.#serving.get(deploymentId) === revisionId
  }

  set(deploymentId: string, revisionId: string): void {
    this.#serving.set(deploymentId, revisionId)
  }

  forget(deploymentId: string): void {
    this.#serving.delete(deploymentId)
  }
}

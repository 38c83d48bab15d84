/** A server that is measured: an agent server that speaks the published interface. */
export interface Subject {
  name: string
  /** Where its threads and runs are, without a slash at its end. */
  url: string
  headers: Record<string, string>
  /** The first of its processes. */
  pid: number
  stop(): Promise<void>
}

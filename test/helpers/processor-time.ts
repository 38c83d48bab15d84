/** Milliseconds of the processor that some work takes, however many others it is shared with meanwhile. */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  return process.cpuUsage(before).user / 1_000
}

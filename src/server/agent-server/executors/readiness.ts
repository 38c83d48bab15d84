/** Requests that wait for a process which is being started again. */
export class Readiness {
  #waiting: (() => void)[] = []

  /** Resolves when somebody wakes all, or after this long; whoever waited looks whether there is a process now. */
  within(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, limitMs)
      this.#waiting.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

import { vi } from 'vitest'
import { minutes } from './patience.ts'

/**
 * Of a file whose tests take long by themselves, since they build, kill, or wait for what cannot be hurried: each of them
 * may take so many minutes. What one of them waits for has the usual limit.
 */
export function eachMayTake(count: number): void {
  vi.setConfig({ testTimeout: minutes(count), hookTimeout: minutes(count) })
}

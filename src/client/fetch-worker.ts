import { type FetchPort, serveFetches } from './serve-fetches.ts'

serveFetches(globalThis as unknown as FetchPort)

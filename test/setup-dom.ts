import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A limit is no measurement: what is waited for comes from a real server, on a machine that may be busy.
configure({ asyncUtilTimeout: 20_000 })

afterEach(cleanup)

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { brokenImportRules, type SourceFile } from './import-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

function sourceFiles(folder: string): SourceFile[] {
  return readdirSync(`${root}${folder}`, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourceFiles(path)
    return /\.(ts|tsx|mjs|js)$/.test(entry.name)
      ? [{ path, source: readFileSync(`${root}${path}`, 'utf8') }]
      : []
  })
}

describe('import rules', () => {
  it('hold in every source file', () => {
    const ownFixtures = 'test/architecture.test.ts'
    const files = ['src', 'examples', 'test'].flatMap(sourceFiles)
    expect(files.length).toBeGreaterThan(10)
    expect(brokenImportRules(files.filter(({ path }) => path !== ownFixtures))).toEqual([])
  })

  it.each([
    ['src/contract/agent-server/runs.ts', `import { z } from 'zod'`, 'zod/mini only'],
    [
      'src/contract/agent-server/runs.ts',
      `import { api } from '../../client/api.ts'`,
      'contract does not import client',
    ],
    [
      'src/client/api.ts',
      `import type { Button } from '../ui/button.tsx'`,
      'client does not import ui',
    ],
    [
      'src/client/api.ts',
      `type Page = import('../console/main.tsx').Page`,
      'client does not import console',
    ],
    ['src/client/api.ts', `import { readFile } from 'node:fs/promises'`, 'runs in a browser'],
    [
      'src/client/api.ts',
      `import { fetchEventSource } from '@microsoft/fetch-event-source'`,
      'run-stream.ts',
    ],
    [
      'src/ui/controls/button.tsx',
      `export { Run } from '../../contract/agent-server/runs.ts'`,
      'ui does not import contract',
    ],
    ['src/ui/link.tsx', `import { Link } from 'react-router-dom'`, 'neither the router'],
    [
      'src/chat/session.ts',
      `import { useQuery } from '@tanstack/react-query'`,
      'neither the router',
    ],
    ['src/chat/session.ts', `export * from '../console/paths.ts'`, 'chat does not import console'],
    ['src/widget/mount.ts', `const r = await import('react-router')`, 'neither the router'],
    ['src/console/runs/run-page.tsx', `import { x } from '../threads/thread-page.tsx'`, 'features'],
    ['src/console/shell/menu.tsx', `import { x } from '../threads/thread-page.tsx'`, 'features'],
    [
      'src/console/runs/run-page.tsx',
      `import { x } from '../../server/app.ts'`,
      'console does not import server',
    ],
    [
      'src/server/app.ts',
      `import { Badge } from '../chat/badge.tsx'`,
      'server does not import chat',
    ],
    [
      'src/server/gateway/proxy.ts',
      `import { x } from '../control-plane/routes.ts'`,
      'meet in app.ts only',
    ],
    ['src/server/tracing/app.ts', `import('../agent-server/engine.ts')`, 'meet in app.ts only'],
    [
      'src/server/executor/main.ts',
      `import { db } from '../db/database.ts'`,
      'the executor imports',
    ],
    ['src/server/executor/main.ts', `import pg from 'pg'`, 'the executor imports'],
    [
      'src/server/app.ts',
      `import { demo } from '../../examples/slow/graph.ts'`,
      'stands on its own',
    ],
    ['src/cli/start.mjs', `import { register } from 'tsx/esm/api'`, 'before anything is installed'],
    ['src/client/api.ts', `import { Run } from '../contract/runs'`, 'with its ending'],
    [
      'src/server/app.ts',
      `const page = require('../console/main.tsx')`,
      'server does not import console',
    ],
    ['src/server/app.ts', `readFileSync('../shared/transcripts/run.txt')`, 'outside the project'],
    [
      'src/server/app.ts',
      `new URL('../../../shared/x.json', import.meta.url)`,
      'outside the project',
    ],
    [
      'examples/slow/graph.ts',
      `import { Run } from '../../src/contract/agent-server/runs.ts'`,
      'a project of its own',
    ],
  ])('are broken by %s with %s', (path, source, reason) => {
    expect(brokenImportRules([{ path, source }])).toEqual([expect.stringContaining(reason)])
  })

  it.each([
    ['src/contract/agent-server/runs.ts', `import * as z from 'zod/mini'`],
    [
      'src/client/run-stream.ts',
      `import { fetchEventSource } from '@microsoft/fetch-event-source'`,
    ],
    ['src/console/runs/run-page.tsx', `import { paths } from '../paths.ts'`],
    ['src/console/runs/run-page.tsx', `import { Shell } from '../shell/shell.tsx'`],
    ['src/console/runs/run-page.tsx', `import { UrlSearch } from '../lists/url-search.tsx'`],
    ['src/console/router.tsx', `const page = () => import('./runs/run-page.tsx')`],
    ['src/console/main.tsx', `import './styles.css?inline'`],
    ['src/server/app.ts', `import { gateway } from './gateway/app.ts'\nimport './tracing/app.ts'`],
    [
      'src/server/executor/main.ts',
      `import '@langchain/langgraph'\nimport 'node:fs'\nimport './load.ts'`,
    ],
    ['src/cli/start.mjs', `await import('tsx/esm/api')\nawait import('../server/main.ts')`],
    [
      'src/chat/part.tsx',
      `// import '../console/main.tsx'\nconst text = "import '../server/app.ts'"`,
    ],
    ['src/console/runs/list.tsx', `const text = '../shared-secret'`],
    ['examples/slow/graph.ts', `import { pause } from '../shared/pause.ts'`],
  ])('allow %s to have %s', (path, source) => {
    expect(brokenImportRules([{ path, source }])).toEqual([])
  })
})

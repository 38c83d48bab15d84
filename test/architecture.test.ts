import { describe, expect, it } from 'vitest'
import { crowdedFolders, longFiles } from './crowded-folders.ts'
import { twoWayFolders } from './folder-directions.ts'
import { eachMayTake } from './helpers/each-may-take.ts'
import { importCircles } from './import-circles.ts'
import { brokenImportRules } from './import-rules.ts'
import { importsOf } from './imports-of.ts'
import { longFunctions } from './long-functions.ts'
import { matchesMessages, wordsOfOthers } from './matched-messages.ts'
import { tablesOfOthers } from './named-tables.ts'
import { sourceFiles, tablesOfMigrations } from './source-files.ts'
import { foreignTables, tablesOf } from './table-owners.ts'
import { sharedTypeNames } from './type-names.ts'

// Every source file is parsed.
eachMayTake(1)

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
      'src/server/cluster/cluster.ts',
      `import type { RunRow } from '../agent-server/runs/run-store.ts'`,
      'knows none of the parts',
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
    ['src/server/app.ts', `const home = process.env.HOME`, 'reads the environment'],
    ['src/server/app.ts', `readFileSync('../shared/transcripts/run.txt')`, 'outside the project'],
    [
      'src/server/app.ts',
      `new URL('../../../shared/x.json', import.meta.url)`,
      'outside the project',
    ],
    [
      'src/server/embeds/visitors/visitor-store.ts',
      'db.query(`select 1 from embed_visitors v left join threads t using (thread_id)`)',
      'SQL of that stands in src/server/agent-server only',
    ],
    [
      'src/server/qa/posts/post-store.ts',
      "db.query('delete from runs where run_id = $1')",
      'names the table runs',
    ],
    ['src/server/asker.ts', "db.query('update operators set name = $1')", 'src/server/gateway'],
    [
      'src/server/tracing/vote-routes.ts',
      "import { route } from '../http/route.ts'\ndb.query('select 1 from feedback')",
      'mounts routes, and its SQL names the table feedback',
    ],
    [
      'src/server/cluster/server-lease.ts',
      "setInterval(() => db.query('delete from servers'), 1_000)",
      'sets timers, and its SQL',
    ],
    [
      'src/server/embeds/limits.ts',
      "import { call } from '../../client/api.ts'\ndb.query('select 1 from embeds for update')",
      'asks other servers, and its SQL',
    ],
    [
      'src/server/control-plane/rollout/push-watch.ts',
      "import { runCommand } from './run-command.ts'\ndb.query('select 1 from revisions')",
      'starts processes, and its SQL',
    ],
    [
      'src/server/usage/metrics.ts',
      "import { Gauge } from 'prom-client'\ndb.query('select 1 from run_usage')",
      'keeps gauges, and its SQL',
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
    ['src/server/tracing/feedback-store.ts', '`select 1 from feedback f join runs r on true`'],
    ['src/server/agent-server/run-store/run-store.ts', "'insert into runs default values'"],
    ['src/server/cluster/server-lease.ts', 'setInterval(() => renewLease(db), 1_000)'],
    ['src/server/embeds/limits.ts', '// Taken from threads\nconst words = "Runs of threads"'],
  ])('allow %s to have %s', (path, source) => {
    expect(brokenImportRules([{ path, source }])).toEqual([])
  })
})

describe('circles of imports', () => {
  it('are nowhere', () => {
    expect(importCircles(sourceFiles('src'))).toEqual([])
  })

  it('are named with their files, types included, but what is loaded later', () => {
    const run = { path: 'src/run.ts', source: `import { step } from './parts/step.ts'` }
    const word = { path: 'src/word.ts', source: `import './run.ts'` }
    const closing = { path: 'src/parts/step.ts', source: `import type { Run } from '../run.ts'` }
    expect(importCircles([word, run, closing])).toEqual([
      'src/run.ts imports src/parts/step.ts imports src/run.ts: a circle',
    ])
    const later = { path: 'src/parts/step.ts', source: `await import('../run.ts')` }
    expect(importCircles([word, run, later])).toEqual([])
  })
})

describe('folders', () => {
  it('import one way only, types too', () => {
    const files = sourceFiles('src').filter(({ path }) => !/\.test\.tsx?$/.test(path))
    expect(twoWayFolders(files)).toEqual([])
  })

  it('are named in pairs; what is within one is part of it, and what is loaded later is no way', () => {
    const text = { path: 'src/text/words.ts', source: `import { mark } from '../marks/mark.ts'` }
    const mark = {
      path: 'src/marks/mark.ts',
      source: `import type { Word } from '../text/words.ts'`,
    }
    expect(twoWayFolders([text, mark])).toEqual(['src/marks and src/text'])
    expect(twoWayFolders([text])).toEqual([])
    const later = { path: 'src/marks/mark.ts', source: `await import('../text/words.ts')` }
    expect(twoWayFolders([text, later])).toEqual([])
    const within = { path: 'src/text/marks/mark.ts', source: `import '../words.ts'` }
    const above = { path: 'src/text/words.ts', source: `import './marks/mark.ts'` }
    expect(twoWayFolders([within, above])).toEqual([])
  })
})

describe('errors', () => {
  it('are told apart by their codes, and by their words only where others have no codes', () => {
    const files = sourceFiles('src').filter(({ path }) => !/\.test\.tsx?$/.test(path))
    expect(matchesMessages(files).toSorted()).toEqual(Object.keys(wordsOfOthers))
  })

  it.each([
    [`if (error.message.includes('busy')) wait()`, true],
    [`if (/gone/.test((error as Error).message)) leave()`, true],
    [`if (/gone/.test(error.message)) leave()`, true],
    [`return failure.message === 'interrupt'`, true],
    [`if (error.code === 'busy') wait()`, false],
    [`return typeof message === 'string'`, false],
  ])('of %s: %s', (source, isFound) => {
    expect(matchesMessages([{ path: 'src/x.ts', source }])).toHaveLength(isFound ? 1 : 0)
  })
})

describe('tables', () => {
  it('belong to one part each', () => {
    const owned = Object.values(tablesOf).flat()
    expect(owned.toSorted()).toEqual(tablesOfMigrations())
  })

  it('of another part are allowed where they are named, and only there', () => {
    const named = sourceFiles('src/server').flatMap(({ path, source }) => {
      const tables = tablesOfOthers(path, importsOf(path, source).texts).map(([table]) => table)
      return tables.length > 0 ? [[path, tables.toSorted()]] : []
    })
    const allowed = foreignTables.flatMap(({ files }) => Object.entries(files))
    expect(Object.fromEntries(named)).toEqual(Object.fromEntries(allowed))
  })
})

describe('rooms', () => {
  it('have 25 files at most, without the tests beside them', () => {
    // Each database has run these one by one under their names: see docs/architecture.md.
    const migrations = 'src/server/db/migrations'
    expect(crowdedFolders('src', 25)).toEqual([migrations])
  })

  it('have no file that is longer than 350 lines', () => {
    // A table of what can be set, one entry after the other.
    expect(longFiles('src', 350)).toEqual(['src/server/process/settings.mjs'])
  })

  it('have no function that is longer than 120 lines', () => {
    const files = sourceFiles('src').filter(({ path }) => !/\.test\.tsx?$/.test(path))
    expect(longFunctions(files, 120)).toEqual([])
    const path = 'src/x.ts'
    expect(longFunctions([{ path, source: 'const f = () => {\n\n}' }], 2)).toEqual([
      `${path}: f, 3`,
    ])
  })

  it('have one meaning for each name of a type that others use', () => {
    const files = sourceFiles('src').filter(({ path }) => !/\.test\.tsx?$/.test(path))
    expect(sharedTypeNames(files)).toEqual([])
    const type = 'export interface Told {}\n'
    const ofOthers = "import type { Told } from './a.ts'\ntype Kept = string\n"
    expect(
      sharedTypeNames([
        { path: 'a.ts', source: `${type}export type Kept = 1` },
        { path: 'b.ts', source: `${ofOthers}${type}` },
        { path: 'c.ts', source: ofOthers },
      ]),
    ).toEqual(['Told: a.ts, b.ts'])
  })
})

import { expect, it } from 'vitest'
import { readAtOnce, readNowAndThen } from '../../../src/console/shell/changes/what-is-reread.ts'
import { sourceFiles } from '../../source-files.ts'

const asLongAs = 'reads itself again as long as there is something to come'
const whenOpened = 'of servers that tell no changes: read when it is opened'
const forGood = 'what was read stays as it is'
const itself = 'a conversation follows its runs itself'
const file = 'a file to keep, made when it is asked for'
const place = 'read with the key of the search, and again with it'

/** What the console reads and no change makes old, and why. */
const otherwise: Readonly<Record<string, string>> = {
  exportEmbedAnalytics: file,
  exportFeedback: file,
  findPlaceInAllRuns: place,
  findRunPlace: place,
  followChanges: 'tells the changes',
  getApiKey: 'a secret, read when it is asked for',
  getExamples: forGood,
  getExecutor: asLongAs,
  getPythonExamples: 'so until the server starts again',
  getQaAttempt: asLongAs,
  getQaAttemptComponents: forGood,
  getQaAttemptEvents: forGood,
  getQaGrid: 'read again whenever its session is',
  getQaReport: file,
  getSecretChanges: forGood,
  getServerHealth: asLongAs,
  getServerInfo: whenOpened,
  getSession: 'who may do less than before is told so by what they do',
  getStackHealth: asLongAs,
  getThreadState: itself,
  getThreadStateAt: itself,
  getThreadStorage: 'read again with every checkpoint',
  getThreadUsage: 'read again with every step of the conversation',
  getWidgetBuild: 'so until the server starts again',
  joinRunStream: 'read again with the status of its run',
  listFeedbackTokens: 'read when a vote is given',
  listGithubIntegrations: whenOpened,
  listGithubRepositories: whenOpened,
  listListeners: whenOpened,
  listRevisionCommits: forGood,
  listRevisionPackages: forGood,
  oauthCallback: 'only its address is shown',
  previewRetention: 'read when it is asked for',
  readCases: 'reads what is handed in',
  searchThreadHistory: itself,
  summarizeRuns: asLongAs,
  waitForAuthentication: asLongAs,
}

const sourcesOf = (folder: string) =>
  sourceFiles(folder).filter(({ path }) => !/\.test\.tsx?$/.test(path))

const console = ['src/console', 'src/chat', 'src/contract/pages'].flatMap(sourcesOf)
const words = new Set(console.flatMap(({ source }) => source.match(/\b[a-z]\w+/g) ?? []))

/** Names of the endpoints that change nothing and that code of the console names. */
const read = sourcesOf('src/contract')
  .flatMap(({ source }) => [
    ...source.matchAll(/export const (\w+) = endpoint\(\{\s*name: '(\w+)',([\s\S]*?)\n\}\)/g),
  ])
  .flatMap(([, code = '', name = '', facts = '']) =>
    words.has(code) && facts.includes('isAudited: false') ? [name] : [],
  )

const told = new Set([...Object.values(readAtOnce), ...Object.values(readNowAndThen)].flat())

it('33: whatever the console reads is read again after a change made elsewhere, or it is said here why not', () => {
  expect(
    read.filter((name) => !told.has(name)).sort(),
    'name them in what-is-reread.ts, or say in `otherwise` why no change makes them old',
  ).toEqual(Object.keys(otherwise).sort())
})

it('what is read again after a change is read somewhere', () => {
  expect([...told].filter((name) => !read.includes(name))).toEqual([])
})

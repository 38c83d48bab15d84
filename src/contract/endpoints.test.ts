import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { endpoints, isEndpoint } from './endpoints.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
)

it('has every endpoint that a file of the contract exports', async () => {
  const modules = await Promise.all(files.map((name) => import(`${folder}${name}`)))
  const declared = modules.flatMap((module) => Object.values<unknown>(module)).filter(isEndpoint)
  expect(endpoints.map(({ name }) => name).sort()).toEqual(declared.map(({ name }) => name).sort())
})

it('gives no two endpoints one name, which the audit log knows them by', () => {
  expect(new Set(endpoints.map(({ name }) => name)).size).toBe(endpoints.length)
})

// Whatever is added here is a decision: a read that is audited hides the writes, a write that is not is hidden.
it('are audited unless they are a GET, but for these', () => {
  const others = endpoints.filter(({ method, isAudited }) => isAudited === (method === 'GET'))
  expect(others.map(({ name }) => name).sort()).toEqual([
    'countAssistants',
    'countCrons',
    'countThreads',
    'createVisitorSession',
    'deleteVisitor',
    'endProviderSignIn',
    'findAllThreads',
    'findPlaceInAllRuns',
    'findRunPlace',
    'findThreadState',
    'findThreads',
    'getComponent',
    'giveConsent',
    'listAssistantVersions',
    'listStoreNamespaces',
    'previewRetention',
    'querySelectedRuns',
    'queryTracedRuns',
    'readCases',
    'searchAllRuns',
    'searchAssistants',
    'searchCrons',
    'searchRuns',
    'searchStoreItems',
    'searchThreadHistory',
    'searchThreads',
    'setVisitorAttributes',
    'streamThreadEvents',
    'submitFeedbackByGet',
    'summarizeRuns',
  ])
})

it('are not for viewers where they are audited, but for their own session, password and verdicts', () => {
  const own = endpoints.filter(
    ({ role, isAudited }) =>
      isAudited && (role === 'viewer' || role === 'reviewer' || role === 'anyone'),
  )
  expect(own.map(({ name }) => name).sort()).toEqual([
    'changePassword',
    'createOwnerSession',
    'createSession',
    'deleteSession',
    'endProviderSignIn',
    'putVerdict',
  ])
})

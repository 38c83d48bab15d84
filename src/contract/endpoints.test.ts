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

it('keeps every endpoint in the audit log that viewers may not ask for, and no other', () => {
  const odd = endpoints.filter(({ role, isAudited }) => isAudited !== (role === 'operator'))
  expect(odd.map(({ name, role, isAudited }) => [name, role, isAudited])).toMatchInlineSnapshot(`
    [
      [
        "createApiToken",
        "admin",
        true,
      ],
      [
        "deleteApiToken",
        "admin",
        true,
      ],
      [
        "createConnection",
        "admin",
        true,
      ],
      [
        "patchConnection",
        "admin",
        true,
      ],
      [
        "deleteConnection",
        "admin",
        true,
      ],
      [
        "listFeedbackTokens",
        "operator",
        false,
      ],
      [
        "createOAuthProvider",
        "admin",
        true,
      ],
      [
        "patchOAuthProvider",
        "admin",
        true,
      ],
      [
        "deleteOAuthProvider",
        "admin",
        true,
      ],
      [
        "createSession",
        "anyone",
        true,
      ],
      [
        "deleteSession",
        "anyone",
        true,
      ],
      [
        "changePassword",
        "viewer",
        true,
      ],
      [
        "createUser",
        "admin",
        true,
      ],
      [
        "patchUser",
        "admin",
        true,
      ],
      [
        "deleteUser",
        "admin",
        true,
      ],
      [
        "deleteUserSessions",
        "admin",
        true,
      ],
    ]
  `)
})

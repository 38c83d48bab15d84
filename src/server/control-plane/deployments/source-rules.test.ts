import { expect, it } from 'vitest'
import { configPathProblem, refProblem, repositoryProblem } from './source-rules.ts'

it.each([
  'https://example.com/acme/agents.git',
  'http://127.0.0.1:3000/x.git',
  'ssh://git@example.com/acme/agents.git',
  'git@example.com:acme/agents.git',
  'git://example.com/x',
  'file:///home/me/agents',
  '/home/me/my agents',
])('takes the address %s', (address) => {
  expect(repositoryProblem(address)).toBeNull()
})

it.each([
  '',
  ' /x',
  '--upload-pack=touch x',
  '-x',
  '~/agents',
  './agents',
  '../agents',
  'agents',
  'ext::sh -c id',
  'fd::17',
  'ftp://example.com/x',
  'example.com/acme/agents',
  'https://user:password@example.com/x',
  'https://token@example.com/x',
  'ssh://-oProxyCommand=id/x',
  'https://',
  // A server, or a whole disk, is no repository.
  'https://example.com',
  'ssh://git@example.com/',
  'file:///',
  '/x\n/y',
  '/x\0',
])('refuses the address %j', (address) => {
  expect(repositoryProblem(address)).toMatch(/\.|https:/)
})

it('takes branches, tags and commits, and nothing that git would read otherwise', () => {
  const good = ['main', 'feature/x', 'refs/tags/v1.0.0', 'refs/heads/main', 'a'.repeat(40), 'v1.2']
  for (const ref of good) expect([ref, refProblem(ref)]).toEqual([ref, null])
  const bad = [
    '',
    '-x',
    '--output=x',
    'a b',
    'a..b',
    'a:b',
    'a^',
    '@{1}',
    'x.lock',
    '/x',
    'x/',
    'a\nb',
    '*',
    '+main:other',
  ]
  for (const ref of bad) expect([ref, refProblem(ref)]).not.toEqual([ref, null])
})

it('takes paths in the repository only', () => {
  for (const path of ['langgraph.json', 'a/b/langgraph.json', 'other.json']) {
    expect(configPathProblem(path)).toBeNull()
  }
  for (const path of [
    '',
    '/etc/x.json',
    '../x.json',
    'a/../../x.json',
    'a\\b.json',
    'C:/x.json',
    'x.yaml',
    '.git/x.json',
    '-x.json',
  ]) {
    expect([path, configPathProblem(path)]).not.toEqual([path, null])
  }
})

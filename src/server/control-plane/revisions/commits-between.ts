import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { listRevisionCommits } from '../../../contract/control-plane/revision-changes.ts'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { HttpError } from '../../http/http-error.ts'
import { gitEnvironment, gitSafety } from '../commands/build-environment.ts'
import { GitRouteRefusal, gitRoute } from '../commands/git-route.ts'
import { runCommand } from '../commands/run-command.ts'

const mostTold = 100
const timeLimitMs = 60_000

/**
 * The commits that `to` has and `from` has not, newest first. The history is fetched without the files where the
 * repository's server can leave them out, into a folder that goes again. Throws 502 with a sentence.
 */
export async function commitsBetween(request: {
  address: string
  token: string | null
  from: string
  to: string
  packageCache: string
}): Promise<EndpointOutput<typeof listRevisionCommits>> {
  const { token, from, to } = request
  if (from === to) return { commits: [], has_more: false, missing: 0 }
  const login = token ? { address: request.address, token } : null
  const env = gitEnvironment(request.packageCache, login)
  const signal = AbortSignal.timeout(2 * timeLimitMs)
  const { address, options } = await gitRoute(request.address, { env, signal }).catch(
    (error: unknown) => {
      if (!(error instanceof GitRouteRefusal)) throw error
      throw new HttpError(502, `The repository cannot be read: ${error.message}`)
    },
  )
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quarterdeck-history-'))
  const git = (...args: string[]) =>
    runCommand('git', [...gitSafety, ...options, ...args], {
      cwd: folder,
      env,
      timeLimitMs,
      signal,
    })
  try {
    await git('init', '--quiet', '--bare')
    const fetch = (...refs: string[]) =>
      git('fetch', '--quiet', '--no-tags', '--filter=tree:0', '--', address, ...refs)
    const heads = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']
    // Not every server gives a commit out by its name.
    const isFetched = (await fetch(from, to)).isOk || (await fetch(...heads)).isOk
    const log = (range: string, ...options: string[]) => git('log', ...options, range, '--')
    const told = isFetched
      ? await log(
          `${from}..${to}`,
          `--max-count=${mostTold + 1}`,
          '--format=%H%x00%an%x00%aI%x00%s',
        )
      : null
    if (!told?.isOk) throw unreadable()
    const missing = await git('rev-list', '--count', `${to}..${from}`, '--')
    if (!missing.isOk) throw unreadable()
    const commits = told.stdout.split('\n').filter(Boolean).map(parseCommit)
    return {
      commits: commits.slice(0, mostTold),
      has_more: commits.length > mostTold,
      missing: Number(missing.stdout.trim()),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function parseCommit(line: string) {
  const [sha = '', author = '', at = '', message = ''] = line.split('\0')
  return { sha, author, at, message: message.slice(0, 300) }
}

function unreadable(): HttpError {
  return new HttpError(
    502,
    'The repository does not tell what lies between these commits: it cannot be read, or has one of them no more.',
  )
}

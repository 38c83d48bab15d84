import os from 'node:os'
import type { listRepositoryRefs } from '../../../contract/control-plane/repository-refs.ts'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { invalidField } from '../../http/http-error.ts'
import { gitEnvironment } from '../commands/build-environment.ts'
import { GitRouteRefusal, gitRoute } from '../commands/git-route.ts'
import { runCommand } from '../commands/run-command.ts'
import { type LocalRepositories, realLocalProblem } from './local-repositories.ts'
import { repositoryProblem, tokenProblem } from './source-rules.ts'

const timeLimitMs = 20_000
/** More cannot be chosen from. */
const most = 1_000

/**
 * The branches and tags of a repository, as git tells them. The rules of a deployment's `repo_url` and
 * `repo_token` count here too; nothing is kept. Rejects with 422 at the field that is at fault.
 */
export async function repositoryRefs(
  request: { repo_url: string; repo_token?: string | null | undefined },
  deps: { packageCache: string; localRepositories: LocalRepositories },
): Promise<EndpointOutput<typeof listRepositoryRefs>> {
  const { repo_url: address, repo_token: token } = request
  const problem =
    repositoryProblem(address, deps.localRepositories) ??
    (await realLocalProblem(address, deps.localRepositories))
  if (problem) throw invalidField(['body', 'repo_url'], problem)
  const tokenFault = token ? tokenProblem(token, address) : null
  if (tokenFault) throw invalidField(['body', 'repo_token'], tokenFault)
  const env = gitEnvironment(deps.packageCache, token ? { address, token } : null)
  const signal = AbortSignal.timeout(2 * timeLimitMs)
  const route = await gitRoute(address, { env, signal }).catch((error: unknown) => {
    if (error instanceof GitRouteRefusal) throw invalidField(['body', 'repo_url'], error.message)
    throw error
  })
  const args = [...route.options, 'ls-remote', '--symref', '--', route.address]
  const end = await runCommand('git', args, { cwd: os.tmpdir(), env, timeLimitMs, signal })
  if (!end.isOk) {
    const reason = end.isMissing
      ? 'git is not installed on the machine that the server runs on.'
      : end.isOverdue
        ? 'The repository did not answer in time.'
        : 'The repository cannot be read. Check the address; a private one needs a token.'
    throw invalidField(['body', 'repo_url'], reason)
  }
  return parseRefs(end.stdout)
}

function parseRefs(text: string) {
  const lines = text.split('\n').map((line) => line.split('\t'))
  const head = lines.find(([value = '', name]) => name === 'HEAD' && value.startsWith('ref: '))
  const namesBelow = (prefix: string) =>
    lines
      .map(([, name = '']) => name)
      .filter((name) => name.startsWith(prefix) && !name.endsWith('^{}'))
      .map((name) => name.slice(prefix.length))
      .slice(0, most)
  return {
    default_branch: head?.[0]?.replace(/^ref: refs\/heads\//, '') ?? null,
    branches: namesBelow('refs/heads/'),
    tags: namesBelow('refs/tags/').reverse(),
  }
}

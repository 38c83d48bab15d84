import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Files by path: text, or null for one that is to go. */
export type RepositoryFiles = Record<string, string | null>

/** A git repository in a folder of its own. */
export interface TestRepository {
  /** Absolute: what a deployment's `repo_url` names. */
  readonly folder: string
  /** Writes the files, commits everything and answers the commit's full id. */
  commit(files: RepositoryFiles, message?: string): Promise<string>
  /** Any other git command in the repository; answers what it printed. */
  git(...args: string[]): Promise<string>
}

/** Makes a repository with a first commit on `main`, whatever git's configuration on this machine. */
export async function makeRepository(
  folder: string,
  files: RepositoryFiles,
): Promise<TestRepository> {
  await mkdir(folder, { recursive: true })
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: os.devNull,
    GIT_AUTHOR_NAME: 'Test',
    GIT_AUTHOR_EMAIL: 'test@example.com',
    GIT_COMMITTER_NAME: 'Test',
    GIT_COMMITTER_EMAIL: 'test@example.com',
  }
  const git = async (...args: string[]) => {
    const { stdout } = await run('git', args, { cwd: folder, env })
    return stdout.trim()
  }
  const repository: TestRepository = {
    folder,
    git,
    async commit(changed, message = 'A change') {
      for (const [name, text] of Object.entries(changed)) {
        const file = path.join(folder, name)
        if (text === null) await rm(file, { recursive: true })
        else {
          await mkdir(path.dirname(file), { recursive: true })
          await writeFile(file, text)
        }
      }
      await git('add', '--all')
      await git('commit', '--quiet', '--allow-empty', '--message', message)
      return git('rev-parse', 'HEAD')
    },
  }
  await git('init', '--quiet', '--initial-branch=main')
  await repository.commit(files, 'The first commit')
  return repository
}

/** A project with one graph, `agent`, that answers every message with `answer`. */
export function agentProject(answer: string): RepositoryFiles {
  return {
    'langgraph.json': JSON.stringify({ graphs: { agent: './agent.ts:graph' } }),
    'agent.ts': `import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'

export const graph = new StateGraph(MessagesAnnotation)
  .addNode('answer', () => ({ messages: [new AIMessage(${JSON.stringify(answer)})] }))
  .addEdge(START, 'answer')
  .addEdge('answer', END)
  .compile()
`,
  }
}

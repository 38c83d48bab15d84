import type { Enclosed, Isolation, IsolationKind, ProjectProgram } from './isolation.ts'

/** On Linux the system ends an agent before it ends the server, and a process has so many open files. */
const limited = ({ openFiles }: { openFiles: number }) =>
  `{ echo 800 > /proc/self/oom_score_adj; ulimit -c 0; ulimit -n ${openFiles}; } 2> /dev/null; exec "$@"`

/**
 * Programs of projects are started as they are, as the server's user. `limits` holds what is limited
 * nevertheless; without them nothing is.
 */
export function noIsolation(
  said: { notSeparated: readonly string[]; refusal: string | null } = nothing,
  limits: { memoryMb: number; openFiles: number } | null = null,
): Isolation {
  const isLimited = limits !== null && process.platform === 'linux'
  return {
    kind: 'none' satisfies IsolationKind,
    ...said,
    memoryMb: limits?.memoryMb ?? null,
    prepareBuild: async () => {},
    prepare: async () => {},
    forget: async () => {},
    enclose: ({ file, args, ...program }) =>
      asItIs(
        isLimited
          ? { ...program, file: '/bin/sh', args: ['-c', limited(limits), 'sh', file, ...args] }
          : { ...program, file, args },
      ),
  }
}

/** A program that is started by nothing else. */
export function asItIs({
  file,
  args,
  env,
  directory,
}: Pick<ProjectProgram, 'file' | 'args' | 'env' | 'directory'>): Enclosed {
  return { program: file, args: [...args], env, input: null, cwd: directory, parent: null }
}

const nothing = { notSeparated: [], refusal: null }

/** Code of a working folder is that of whoever edits it, and runs as such. */
export const ofWorkingFolder: Pick<Isolation, 'kind' | 'notSeparated'> = {
  kind: 'none',
  notSeparated: [
    'The code of a working folder runs as the user who serves it and is not kept apart from this server.',
  ],
}

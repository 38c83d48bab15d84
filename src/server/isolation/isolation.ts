/** What the programs of projects may use and read, by the operator's word. */
export interface IsolationOptions {
  /** `auto`: the most that the machine offers. `require`: nothing is deployed where that is not all. */
  mode: 'auto' | 'require' | 'none'
  /** Memory of an executor whose deployment names no limit, in percent of the machine's. */
  memoryPercent: number
  processes: number
  openFiles: number
  /** Absolute, read by every project. */
  folders: readonly string[]
  /** Whether agents may ask a cloud for the credentials of this machine. */
  metadata: 'closed' | 'open'
  /** Whether agents are refused the system calls that none needs. */
  systemCalls: 'filtered' | 'all'
  /** Files with secrets of the server outside of its data directory. */
  secretFiles: readonly string[]
}

/** A project's code that is to be run. */
export interface Project {
  /** Whose user and home it has: a preview is of its deployment. */
  deploymentId: string
  /** The build that it is in, absolute. */
  root: string
  /** The interpreter of its environment, where that is Python. */
  python: string | null
  /** The Node that it is run by, where that is not the server's own. */
  node?: string | null
}

/** How a program is started: by another one, with an environment that is not the program's own. */
export interface Enclosed {
  program: string
  args: string[]
  env: Record<string, string>
  /** For the standard input, which is to be closed after it; null where the program starts as it is. */
  input: string | null
  cwd: string
  /** The process that the program sees as its parent; null where that is this one. */
  parent: number | null
}

/** A program of a project to be started. */
export interface ProjectProgram {
  project: Project
  file: string
  args: readonly string[]
  directory: string
  env: Record<string, string>
  /** Installing and building change the build itself. */
  isBuild: boolean
  /** Of all its memory, in MB. */
  memoryMb: number | null
}

/** How a program of one project is started, kept apart from the server. */
export type Enclose = (
  program: Pick<ProjectProgram, 'file' | 'args' | 'directory' | 'env'>,
) => Enclosed

/** How the code of projects is kept apart from the server, from its data and from each other. */
export interface Isolation {
  /** `namespaces-and-users`, `namespaces` or `none`. */
  readonly kind: IsolationKind
  /** What is not kept apart, in sentences for people; nothing where all is. */
  readonly notSeparated: readonly string[]
  /** Memory of an executor whose deployment names no limit, in MB; null for none. */
  readonly memoryMb: number | null
  /** A sentence where this server deploys nothing, since agents would not be kept apart. */
  readonly refusal: string | null
  /** Gives what the server has put into a build to whoever installs and builds there, before that begins. */
  prepareBuild(project: Project): Promise<void>
  /** Makes a build readable to its executor, before that is started. */
  prepare(project: Project): Promise<void>
  enclose(program: ProjectProgram): Enclosed
  /** Removes what was kept for a deployment. */
  forget(deploymentId: string): Promise<void>
}

export type IsolationKind = 'namespaces-and-users' | 'namespaces' | 'none'

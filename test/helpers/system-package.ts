import { execFileSync } from 'node:child_process'

/** What of the system some tests need, by the name of Debian's package. */
export interface SystemPackage {
  name: string
  /** What it is, as in “these tests need …”. */
  what: string
  isThere: () => boolean
}

/** The machine that a test run may add packages to. */
export interface Machine {
  /** The words before the arguments of apt-get, where it works without a password; null where it does not. */
  aptGet: readonly string[] | null
  /** Runs it. Throws when it fails. */
  run(command: readonly string[]): void
  tell(line: string): void
  /** Asks the person at the terminal; null where there is none. */
  ask: ((question: string) => Promise<boolean>) | null
}

/** A sentence for who has to install it. */
export function missingText({ name, what }: SystemPackage): string {
  return `These tests need ${what}, and none was found. Install it (on Debian: apt-get install -y ${name}).`
}

/**
 * Installs what is missing where apt-get works without a password: after a line that says so, or after a question where
 * there is a terminal. What is not allowed, or cannot be done, is told in a sentence each; the tests that need it then
 * fail by themselves.
 * @param mayInstall false with `--no-install`
 * @returns the sentences; none when everything is there
 */
export async function prepareSystemPackages(
  packages: readonly SystemPackage[],
  machine: Machine,
  mayInstall: boolean,
): Promise<string[]> {
  const missing = () => packages.filter((one) => !one.isThere())
  const wanted = missing().map(({ name }) => name)
  const { aptGet, run, tell, ask } = machine
  if (wanted.length > 0 && mayInstall && aptGet) {
    const names = wanted.join(', ')
    if (!ask || (await ask(`The tests need ${names}. Install it with apt-get? [Y/n] `))) {
      tell(`Installing for the tests: ${names}. “npm test -- --no-install” does not.`)
      try {
        run([...aptGet, 'update', '-q'])
        run([...aptGet, 'install', '-y', '-q', '--no-install-recommends', ...wanted])
      } catch (error) {
        tell(`apt-get failed: ${error instanceof Error ? error.message : error}`)
      }
    }
  }
  return missing().map(missingText)
}

/** This machine. */
export function thisMachine(): Machine {
  const isTerminal = process.stdin.isTTY && process.stdout.isTTY
  return {
    aptGet: aptGetWithoutPassword(),
    run([program = '', ...args]) {
      execFileSync(program, args, {
        stdio: 'inherit',
        timeout: 10 * 60_000,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
    },
    tell: console.log,
    ask: isTerminal ? askYes : null,
  }
}

function aptGetWithoutPassword(): string[] | null {
  const works = (program: string, ...args: string[]) => {
    try {
      execFileSync(program, args, { stdio: 'ignore', timeout: 10_000 })
      return true
    } catch {
      // Not here, or not without a password: whoever asks does without.
      return false
    }
  }
  if (!works('apt-get', '--version')) return null
  if (process.getuid?.() === 0) return ['apt-get']
  return works('sudo', '-n', 'true') ? ['sudo', '-n', 'apt-get'] : null
}

async function askYes(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^(y(es)?)?$/i.test((await terminal.question(question)).trim())
  } finally {
    terminal.close()
  }
}

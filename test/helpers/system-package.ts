import { execFileSync } from 'node:child_process'

type Environment = Record<string, string | undefined>

/** What of the system some tests need, by the name of Debian's package. */
export interface SystemPackage {
  name: string
  /** What it is, as in “these tests need …”. */
  what: string
  isThere: () => boolean
}

/** Whether a test run may change the system that it runs on: on a machine for tests, or when asked. */
function mayInstall(env: Environment): boolean {
  return Boolean(env.CI) || env.QUARTERDECK_TEST_INSTALL === '1'
}

/** A sentence for who has to install it. */
export function missingText({ name, what }: SystemPackage): string {
  return `These tests need ${what}, and none was found. Install it (on Debian: apt-get install -y ${name}), or let “npm test” do it with QUARTERDECK_TEST_INSTALL=1.`
}

/**
 * Installs what is missing where that is allowed, and says so. What is not allowed, or cannot be done, is told
 * in a sentence each; the tests that need it then fail by themselves.
 * @param install runs apt-get with these arguments; throws when it fails
 * @returns the sentences; none when everything is there
 */
export function prepareSystemPackages(
  packages: readonly SystemPackage[],
  env: Environment,
  tell: (line: string) => void,
  install: (args: string[]) => void = aptGet,
): string[] {
  const missing = () => packages.filter((one) => !one.isThere())
  const wanted = missing().map(({ name }) => name)
  if (wanted.length > 0 && mayInstall(env)) {
    tell(`Installing for the tests: ${wanted.join(', ')}.`)
    try {
      install(['update', '-q'])
      install(['install', '-y', '-q', '--no-install-recommends', ...wanted])
    } catch (error) {
      tell(`apt-get failed: ${error instanceof Error ? error.message : error}`)
    }
  }
  return missing().map(missingText)
}

function aptGet(args: string[]): void {
  execFileSync('apt-get', args, {
    stdio: 'inherit',
    timeout: 5 * 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

import { execFile } from 'node:child_process'
import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { checkoutRoot } from '../../src/cli/checkout.mjs'
import type { Subject } from './subject.ts'
import { startVendorProcess } from './vendor.ts'

const run = promisify(execFile)
const requirements = path.join(import.meta.dirname, 'vendor-server-python/requirements.txt')
const folder = path.join(checkoutRoot, 'node_modules/.cache/quarterdeck/vendor-server-python')
const environment = path.join(folder, 'venv')
const bin = path.join(environment, 'bin')

/** Installs the vendor's Python development server into an environment in the cache, once for each list of its versions. */
export async function installVendorPython(): Promise<void> {
  const wanted = await readFile(requirements, 'utf8')
  const installed = path.join(folder, 'installed.txt')
  const isThere = (await readFile(installed, 'utf8').catch(() => '')) === wanted
  if (
    isThere &&
    (await access(path.join(bin, 'langgraph')).then(
      () => true,
      () => false,
    ))
  )
    return
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await run('python3', ['-m', 'venv', environment])
  const options = ['--quiet', '--disable-pip-version-check', '--requirement', requirements]
  await run(path.join(bin, 'python'), ['-m', 'pip', 'install', ...options])
  await writeFile(installed, wanted)
}

/** Starts it without reloading, analytics or tracing: nothing leaves the machine. */
export function startVendorPython(name: string, project: string): Promise<Subject> {
  return startVendorProcess(name, project, {
    cache: folder,
    command: path.join(bin, 'langgraph'),
    args: ['dev'],
    env: { PATH: `${bin}${path.delimiter}${process.env.PATH ?? ''}`, VIRTUAL_ENV: environment },
  })
}

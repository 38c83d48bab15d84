import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { signInFragment } from '../../contract/gateway/sign-in-fragment.ts'
import { machineEnvironment } from '../machine-environment.ts'

/**
 * Opens an address in the person's browser, if there is a screen for one. What a program is started with every account of
 * the machine can read: so for an address that signs in the browser is given a file that leads there, which only this
 * account can read. Whoever calls this prints the address as well.
 */
export async function openPage(address: string, dataDir: string): Promise<void> {
  const { platform } = process
  const env = machineEnvironment(() => true)
  const isRemote = Boolean(env.SSH_CONNECTION || env.CI)
  const hasScreen = platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
  if (isRemote || !hasScreen || !process.stdout.isTTY) return
  const place = address.includes(signInFragment) ? path.join(dataDir, 'open.html') : address
  if (place !== address) await writeFile(place, pageThatLeadsTo(address), { mode: 0o600 })
  const [program, ...args] =
    platform === 'darwin'
      ? (['open', place] as const)
      : platform === 'win32'
        ? (['explorer.exe', place] as const)
        : (['xdg-open', place] as const)
  const child = spawn(program, args, { stdio: 'ignore', detached: true, env })
  child.on('error', () => undefined)
  child.unref()
}

/** A page that a browser leaves at once, and that a person can leave where it does not. */
function pageThatLeadsTo(address: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<title>Quarterdeck</title>
<meta http-equiv="refresh" content="0;url=${escaped(address)}">
<p><a href="${escaped(address)}">Open Quarterdeck</a></p></html>
`
}

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkoutRoot } from '../../src/cli/checkout.mjs'

const version: unknown = JSON.parse(
  readFileSync(join(checkoutRoot, 'package.json'), 'utf8'),
).version

/** Runs the command line as a person would, from a folder that has nothing to do with the checkout. */
async function quarterdeck(...args: string[]) {
  const child = spawn(process.execPath, [join(checkoutRoot, 'src/cli/quarterdeck.mjs'), ...args], {
    cwd: tmpdir(),
  })
  const read = async (stream: NodeJS.ReadableStream) => {
    let text = ''
    for await (const chunk of stream.setEncoding('utf8')) text += chunk
    return text
  }
  const [stdout, stderr, code] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    new Promise((done) => child.once('close', done)),
  ])
  return { stdout, stderr, code }
}

describe('the command line', () => {
  it('explains itself', async () => {
    const { stdout, stderr, code } = await quarterdeck('--help')
    expect(stdout).toContain(
      'quarterdeck start [--port PORT] [--host HOST] [--data DIR] [--config FILE]',
    )
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
  })

  it('tells its version', async () => {
    expect(await quarterdeck('--version')).toEqual({ stdout: `${version}\n`, stderr: '', code: 0 })
  })

  it.each([[['begin']], [['start', '--prot', '1']], [['start', '--port', '70000']]])(
    'answers %j with one line and exit code 2',
    async (args) => {
      const { stdout, stderr, code } = await quarterdeck(...args)
      expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
      expect(stderr.trim().split('\n')).toHaveLength(1)
    },
  )
})

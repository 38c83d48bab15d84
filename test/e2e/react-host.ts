import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { npmCommand } from '../../src/cli/install.mjs'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** A page as a React developer writes it: props, events and a ref, all typed. */
const host = (server: string, embed: string) => `
import { StrictMode, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { mount } from 'quarterdeck-chat'
import { QuarterdeckChat, type QuarterdeckChatHandle } from 'quarterdeck-chat/react'

function Page() {
  const chat = useRef<QuarterdeckChatHandle>(null)
  const [isShown, setIsShown] = useState(true)
  const [told, setTold] = useState<string[]>([])
  const tell = (text: string) => setTold((before) => [...before, text])
  return (
    <main>
      <button onClick={() => chat.current?.send('What is a rollback?')}>Ask</button>
      <button onClick={() => setIsShown(!isShown)}>Toggle</button>
      <output>{told.join(', ')}</output>
      {isShown && (
        <QuarterdeckChat
          ref={chat}
          server="${server}"
          embed="${embed}"
          placement="inline"
          texts={{ placeholder: 'Ask about your order' }}
          className="chat"
          style={{ width: 420 }}
          onReady={({ embed }) => tell('ready ' + embed)}
          onMessage={({ role }) => tell(role)}
          onError={({ message }) => tell(message)}
        />
      )}
      {/* @ts-expect-error: an embed is needed, and there is no such place */}
      {false && <QuarterdeckChat server="${server}" placement="top" />}
    </main>
  )
}

Object.assign(window, {
  mountOther: async () => {
    const chat = await mount({ server: '${server}', embed: '${embed}', placement: 'left' })
    chat.addEventListener('quarterdeck-open', ({ detail }) => {
      const isOpen: boolean = detail.open
      document.title = String(isOpen)
    })
    chat.open()
  },
})
createRoot(document.querySelector('#app') as HTMLElement).render(<StrictMode><Page /></StrictMode>)
`

/**
 * Installs the package that the server hands out into a React project, with npm, checks the project's
 * types and builds it. Answers the built script; throws with what a developer would read.
 */
export async function buildReactHost(server: string, embed: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-react-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "private": true }')
    const [program = 'npm', ...script] = npmCommand()
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--cache', join(folder, '.npm')]
    const install = ['install', `${server}/quarterdeck-chat.tgz`, ...flags]
    execFileSync(program, [...script, ...install], { cwd: folder, stdio: 'pipe' })
    for (const name of ['react', 'react-dom', 'scheduler', '@types', 'csstype']) {
      symlinkSync(join(modules, name), join(folder, 'node_modules', name))
    }
    writeFileSync(join(folder, 'main.tsx'), host(server, embed))
    const check = ['--noEmit', '--strict', '--jsx', 'react-jsx', '--moduleResolution', 'bundler']
    const types = ['--module', 'esnext', '--target', 'es2022', '--types', 'react', 'main.tsx']
    const tsc = [join(modules, 'typescript/bin/tsc'), ...check, ...types]
    execFileSync(process.execPath, tsc, { cwd: folder, stdio: 'pipe', encoding: 'utf8' })
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      define: { 'process.env.NODE_ENV': '"development"' },
      build: {
        minify: false,
        lib: {
          entry: join(folder, 'main.tsx'),
          formats: ['iife'],
          name: 'host',
          fileName: () => 'host.js',
        },
      },
    })
    return readFileSync(join(folder, 'dist/host.js'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { missingText, type SystemPackage } from '../helpers/system-package.ts'

type Environment = Record<string, string | undefined>

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/**
 * Flags for a browser that runs as any user and knows only this machine: every other name and address
 * fails to resolve.
 */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** Where Chrome or Chromium is usually found, likeliest first. Windows names its folders in `env`. */
export function usualPlaces(platform: NodeJS.Platform, env: Environment): string[] {
  const onPath = (suffix: string) =>
    NAMES.flatMap((name) =>
      (env.PATH ?? env.Path ?? '')
        .split(delimiter)
        .filter((folder) => isAbsolute(folder))
        .map((folder) => join(folder, `${name}${suffix}`)),
    )
  if (platform === 'darwin') {
    const apps = ['/Applications', `${env.HOME ?? ''}/Applications`]
    const browsers = ['Google Chrome', 'Chromium']
    const inApps = browsers.flatMap((name) =>
      apps.map((folder) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    )
    return [...inApps, ...onPath('')]
  }
  if (platform === 'win32') {
    const folders = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA]
    const inFolders = folders.flatMap((folder) =>
      folder
        ? [
            `${folder}\\Google\\Chrome\\Application\\chrome.exe`,
            `${folder}\\Chromium\\Application\\chrome.exe`,
          ]
        : [],
    )
    return [...inFolders, ...onPath('.exe')]
  }
  return [
    ...onPath(''),
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
  ]
}

/** The browser that is already here, or undefined. `CHROME_PATH` wins, and must exist when it is set. */
export function findBrowser(platform: NodeJS.Platform, env: Environment): string | undefined {
  if (env.CHROME_PATH) {
    if (existsSync(env.CHROME_PATH)) return env.CHROME_PATH
    throw new Error(`CHROME_PATH names ${env.CHROME_PATH}, and there is no such file.`)
  }
  return usualPlaces(platform, env).find((place) => existsSync(place))
}

export const BROWSER: SystemPackage = {
  name: 'chromium',
  what: 'Chrome or Chromium (CHROME_PATH may name its executable)',
  isThere: () => findBrowser(process.platform, process.env) !== undefined,
}

/** The path of a Chrome or Chromium to test with. Throws when there is none: a test that cannot run has not passed. */
export function requireBrowser(): string {
  const found = findBrowser(process.platform, process.env)
  if (found === undefined) throw new Error(missingText(BROWSER))
  return found
}

import path from 'node:path'
import { isProxyRange } from '../http/client-facts.ts'
import type { ChoiceSetting, Setting, settings, TextSetting } from './settings.mjs'

/** What one setting of the table comes to. */
type Value<One extends Setting> = One extends { type: 'number' }
  ? number
  : One extends { type: 'boolean' }
    ? boolean
    : One extends { type: 'choice'; of: readonly (infer Word)[] }
      ? Word
      : One extends { type: 'list' }
        ? readonly string[]
        : One extends { type: 'folders' }
          ? 'any' | readonly string[] | null
          : One extends { standard: string }
            ? string
            : string | null

/** Every setting, parsed and checked. */
export type Settings = {
  readonly [Name in keyof typeof settings]: Value<(typeof settings)[Name]>
}

/** A value that is not right; the message says what to write. */
export class SettingFault extends Error {
  override name = 'SettingFault'
}

/**
 * Parses and checks one value as its setting says. Null counts as nothing said.
 * @param given a text of the environment or the command line, or any JSON value of the settings file
 */
export function readSetting(setting: Setting, given: unknown): unknown {
  if (given === null) return setting.standard
  const isText = setting.type === 'text' || setting.type === 'origin' || setting.type === 'path'
  const value = typeof given === 'string' && !isText ? given.trim() : given
  switch (setting.type) {
    case 'number':
      return wholeNumber(value, setting.least, setting.most)
    case 'boolean':
      return yesOrNo(value)
    case 'choice':
      return choice(setting, value)
    case 'text':
      return text(setting, value)
    case 'origin': {
      const origin = text(setting, value)
      if (URL.canParse(origin)) return origin
      throw new SettingFault(setting.fault)
    }
    case 'path':
      return text(setting, value).replace(/\/$/, '')
    case 'list':
      return list(value, setting.of === 'proxies' ? isProxyRange : isHostName, setting.fault)
    case 'folders':
      return folders(value)
  }
}

/** `a, b or c`. */
export function inWords(words: readonly string[]): string {
  return words.join(', ').replace(/, ([^,]*)$/, ' or $1')
}

function choice({ of, also = {} }: ChoiceSetting, value: unknown): string {
  const word = typeof value === 'string' ? (also[value] ?? value) : null
  if (word !== null && of.includes(word)) return word
  throw new SettingFault(`Write ${inWords(of)}.`)
}

function text({ pattern, fault }: TextSetting, value: unknown): string {
  if (typeof value === 'string' && (pattern?.test(value) ?? true)) return value
  throw new SettingFault(fault)
}

function wholeNumber(value: unknown, least: number, most: number): number {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
  const number = isNumber ? Number(value) : Number.NaN
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new SettingFault(`Write a whole number from ${least} to ${most}.`)
}

function yesOrNo(value: unknown): boolean {
  if (value === true || value === 'true' || value === '1') return true
  if (value === false || value === 'false' || value === '0') return false
  throw new SettingFault('Write true or false.')
}

const isHostName = (text: string) => /^[a-z0-9.-]+$/.test(text)

/** A list in the file, or a text with commas. */
function list(value: unknown, isRight: (item: string) => boolean, fault: string): string[] {
  const items = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) {
    throw new SettingFault(fault)
  }
  const found = items.map((item) => item.trim().toLowerCase()).filter((item) => item !== '')
  if (found.every(isRight)) return found
  throw new SettingFault(fault)
}

/** Null for an empty text, which names no folder and is no word either. */
function folders(value: unknown): 'any' | string[] | null {
  if (value === 'any') return value
  const found = typeof value === 'string' ? value.split(path.delimiter).filter(Boolean) : null
  if (found?.every((folder) => path.isAbsolute(folder))) return found.length > 0 ? found : null
  throw new SettingFault(
    `Write “any”, or absolute paths of folders with “${path.delimiter}” between them.`,
  )
}

import type { EmbedTranslation } from './embed-settings.ts'

type Words = Omit<EmbedTranslation, 'language'>

/**
 * An embed with its words in a language: those of the whole tag (`pt-BR`) before those of the language (`pt`); words
 * that a translation leaves out stay as they are.
 */
export function inLanguage<Config extends Words & { translations: readonly EmbedTranslation[] }>(
  config: Config,
  tag: string,
): Config {
  const wanted = tag.toLowerCase()
  const [language = ''] = wanted.split('-')
  const found = [language, wanted].flatMap((one) =>
    config.translations.filter((words) => words.language.toLowerCase() === one),
  )
  const words = found.flatMap(({ language: _, ...rest }) =>
    Object.entries(rest).filter(([, value]) => value !== undefined && value.length > 0),
  )
  return { ...config, ...Object.fromEntries(words) }
}

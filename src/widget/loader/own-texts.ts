/** The few words that the bubble needs before the panel and its texts are there. */
export interface OwnTexts {
  openChat: string
  closeChat: string
  retry: string
  loadFailed: string
  newAnswers: string
}

const ownTexts: Readonly<Record<string, OwnTexts>> & { en: OwnTexts } = {
  en: {
    openChat: 'Open chat',
    closeChat: 'Close chat',
    retry: 'Try again',
    loadFailed: 'The chat could not be loaded.',
    newAnswers: 'new answers',
  },
  de: {
    openChat: 'Chat öffnen',
    closeChat: 'Chat schließen',
    retry: 'Erneut versuchen',
    loadFailed: 'Der Chat konnte nicht geladen werden.',
    newAnswers: 'neue Antworten',
  },
  fr: {
    openChat: 'Ouvrir le chat',
    closeChat: 'Fermer le chat',
    retry: 'Réessayer',
    loadFailed: 'Le chat n’a pas pu être chargé.',
    newAnswers: 'nouvelles réponses',
  },
  es: {
    openChat: 'Abrir el chat',
    closeChat: 'Cerrar el chat',
    retry: 'Reintentar',
    loadFailed: 'No se pudo cargar el chat.',
    newAnswers: 'respuestas nuevas',
  },
  nl: {
    openChat: 'Chat openen',
    closeChat: 'Chat sluiten',
    retry: 'Opnieuw proberen',
    loadFailed: 'De chat kon niet worden geladen.',
    newAnswers: 'nieuwe antwoorden',
  },
  pt: {
    openChat: 'Abrir o chat',
    closeChat: 'Fechar o chat',
    retry: 'Tentar de novo',
    loadFailed: 'Não foi possível carregar o chat.',
    newAnswers: 'novas respostas',
  },
  ja: {
    openChat: 'チャットを開く',
    closeChat: 'チャットを閉じる',
    retry: 'もう一度試す',
    loadFailed: 'チャットを読み込めませんでした。',
    newAnswers: '件の新しい回答',
  },
  zh: {
    openChat: '打开聊天',
    closeChat: '关闭聊天',
    retry: '重试',
    loadFailed: '无法加载聊天。',
    newAnswers: '条新回复',
  },
}

/** The words for a language tag, English where there are none, with the page's own in their place. */
export function ownTextsFor(tag: string, own: Readonly<Record<string, string>> = {}): OwnTexts {
  const language = tag.toLowerCase().split('-')[0] ?? ''
  const texts = Object.hasOwn(ownTexts, language)
    ? (ownTexts[language] ?? ownTexts.en)
    : ownTexts.en
  const known = Object.entries(own).filter(([name]) => Object.hasOwn(texts, name))
  return { ...texts, ...Object.fromEntries(known) }
}

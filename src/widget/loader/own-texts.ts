/** The few words that the bubble needs before the panel and its texts are there. */
export const ownTexts: Record<
  string,
  { open: string; close: string; retry: string; failed: string; unread: string }
> = {
  en: {
    open: 'Open chat',
    close: 'Close chat',
    retry: 'Try again',
    failed: 'The chat could not be loaded.',
    unread: 'new answers',
  },
  de: {
    open: 'Chat öffnen',
    close: 'Chat schließen',
    retry: 'Erneut versuchen',
    failed: 'Der Chat konnte nicht geladen werden.',
    unread: 'neue Antworten',
  },
  fr: {
    open: 'Ouvrir le chat',
    close: 'Fermer le chat',
    retry: 'Réessayer',
    failed: 'Le chat n’a pas pu être chargé.',
    unread: 'nouvelles réponses',
  },
  es: {
    open: 'Abrir el chat',
    close: 'Cerrar el chat',
    retry: 'Reintentar',
    failed: 'No se pudo cargar el chat.',
    unread: 'respuestas nuevas',
  },
  nl: {
    open: 'Chat openen',
    close: 'Chat sluiten',
    retry: 'Opnieuw proberen',
    failed: 'De chat kon niet worden geladen.',
    unread: 'nieuwe antwoorden',
  },
  pt: {
    open: 'Abrir o chat',
    close: 'Fechar o chat',
    retry: 'Tentar de novo',
    failed: 'Não foi possível carregar o chat.',
    unread: 'novas respostas',
  },
  ja: {
    open: 'チャットを開く',
    close: 'チャットを閉じる',
    retry: 'もう一度試す',
    failed: 'チャットを読み込めませんでした。',
    unread: '件の新しい回答',
  },
  zh: {
    open: '打开聊天',
    close: '关闭聊天',
    retry: '重试',
    failed: '无法加载聊天。',
    unread: '条新回复',
  },
}

/** The language whose texts are shown for a tag; English where there are none. */
export function languageOf(tag: string): string {
  const [language = ''] = tag.toLowerCase().split('-')
  return language in ownTexts ? language : 'en'
}

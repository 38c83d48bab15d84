/** The few words that the bubble needs before the panel and its texts are there. */
export interface OwnTexts {
  openChat: string
  closeChat: string
  retry: string
  loadFailed: string
  /** Before their number, so that it fits each number in each language. */
  newAnswers: string
  hideTeaser: string
}

const ownTexts: Readonly<Record<string, OwnTexts>> & { en: OwnTexts } = {
  en: {
    openChat: 'Open chat',
    closeChat: 'Close chat',
    retry: 'Try again',
    loadFailed: 'The chat could not be loaded.',
    newAnswers: 'new answers',
    hideTeaser: 'Hide this message',
  },
  ar: {
    openChat: 'فتح المحادثة',
    closeChat: 'إغلاق المحادثة',
    retry: 'إعادة المحاولة',
    loadFailed: 'تعذّر تحميل المحادثة.',
    newAnswers: 'إجابات جديدة',
    hideTeaser: 'إخفاء هذه الرسالة',
  },
  de: {
    openChat: 'Chat öffnen',
    closeChat: 'Chat schließen',
    retry: 'Erneut versuchen',
    loadFailed: 'Der Chat konnte nicht geladen werden.',
    newAnswers: 'neue Antworten',
    hideTeaser: 'Diesen Hinweis ausblenden',
  },
  es: {
    openChat: 'Abrir el chat',
    closeChat: 'Cerrar el chat',
    retry: 'Reintentar',
    loadFailed: 'No se pudo cargar el chat.',
    newAnswers: 'respuestas nuevas',
    hideTeaser: 'Ocultar este mensaje',
  },
  fr: {
    openChat: 'Ouvrir le chat',
    closeChat: 'Fermer le chat',
    retry: 'Réessayer',
    loadFailed: 'Le chat n’a pas pu être chargé.',
    newAnswers: 'nouvelles réponses',
    hideTeaser: 'Masquer ce message',
  },
  he: {
    openChat: 'פתיחת הצ׳אט',
    closeChat: 'סגירת הצ׳אט',
    retry: 'ניסיון נוסף',
    loadFailed: 'לא היה אפשר לטעון את הצ׳אט.',
    newAnswers: 'תשובות חדשות',
    hideTeaser: 'הסתרת ההודעה',
  },
  it: {
    openChat: 'Apri la chat',
    closeChat: 'Chiudi la chat',
    retry: 'Riprova',
    loadFailed: 'Non è stato possibile caricare la chat.',
    newAnswers: 'nuove risposte',
    hideTeaser: 'Nascondi questo messaggio',
  },
  ja: {
    openChat: 'チャットを開く',
    closeChat: 'チャットを閉じる',
    retry: 'もう一度試す',
    loadFailed: 'チャットを読み込めませんでした。',
    newAnswers: '新しい回答',
    hideTeaser: 'このメッセージを閉じる',
  },
  ko: {
    openChat: '채팅 열기',
    closeChat: '채팅 닫기',
    retry: '다시 시도',
    loadFailed: '채팅을 불러오지 못했습니다.',
    newAnswers: '새 답변',
    hideTeaser: '이 메시지 숨기기',
  },
  nl: {
    openChat: 'Chat openen',
    closeChat: 'Chat sluiten',
    retry: 'Opnieuw proberen',
    loadFailed: 'De chat kon niet worden geladen.',
    newAnswers: 'nieuwe antwoorden',
    hideTeaser: 'Dit bericht verbergen',
  },
  pl: {
    openChat: 'Otwórz czat',
    closeChat: 'Zamknij czat',
    retry: 'Spróbuj ponownie',
    loadFailed: 'Nie udało się wczytać czatu.',
    newAnswers: 'nowe odpowiedzi',
    hideTeaser: 'Ukryj tę wiadomość',
  },
  pt: {
    openChat: 'Abrir o chat',
    closeChat: 'Fechar o chat',
    retry: 'Tentar de novo',
    loadFailed: 'Não foi possível carregar o chat.',
    newAnswers: 'novas respostas',
    hideTeaser: 'Ocultar esta mensagem',
  },
  ru: {
    openChat: 'Открыть чат',
    closeChat: 'Закрыть чат',
    retry: 'Повторить',
    loadFailed: 'Не удалось загрузить чат.',
    newAnswers: 'новые ответы',
    hideTeaser: 'Скрыть это сообщение',
  },
  tr: {
    openChat: 'Sohbeti aç',
    closeChat: 'Sohbeti kapat',
    retry: 'Yeniden dene',
    loadFailed: 'Sohbet yüklenemedi.',
    newAnswers: 'yeni yanıtlar',
    hideTeaser: 'Bu mesajı gizle',
  },
  zh: {
    openChat: '打开聊天',
    closeChat: '关闭聊天',
    retry: '重试',
    loadFailed: '无法加载聊天。',
    newAnswers: '新回复',
    hideTeaser: '隐藏此消息',
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

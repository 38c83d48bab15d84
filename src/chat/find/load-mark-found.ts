/** What marks the words of a search: it comes while nothing else is to be done. */
export const loadMarkFound = () => import('./mark-found-words.tsx').then((code) => code.MarkFound)

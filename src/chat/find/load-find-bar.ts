/** The find bar's code: it comes while nothing else is to be done, so that its keys find it there. */
export const loadFindBar = () => import('./find-bar.tsx').then((code) => code.FindBar)

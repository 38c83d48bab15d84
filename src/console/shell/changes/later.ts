/** What comes after a page's own code: it follows what changes on the server. */
export { GoneBanner } from './gone-banner.tsx'
export { keepFresh } from './keep-fresh.ts'

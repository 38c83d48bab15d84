/** What comes after a page's own code: it follows what changes on the server. */
export { workNotes } from '../navigation/work-notes.tsx'
export { GoneBanner } from './gone-banner.tsx'
export { keepFresh } from './keep-fresh.ts'

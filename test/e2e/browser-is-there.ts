import { requireBrowser } from './browser.ts'

/** Before any test: says in a sentence where there is no browser. */
export default function browserIsThere(): void {
  requireBrowser()
}

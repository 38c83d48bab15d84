import { learnNow } from '../../ui/format/now.ts'

/** `fetch`, which learns from each answer of the console's own server what time it is there. */
export async function fetchAndLearnNow(
  ...[input, init]: Parameters<typeof fetch>
): Promise<Response> {
  const asked = Date.now()
  const response = await fetch(input, init)
  const { headers } = response
  const told = Date.parse(headers.get('date') ?? '')
  // What a browser may keep tells the time of when it was kept.
  const isFresh = /^$|no-store/.test(headers.get('cache-control') ?? '')
  if (isFresh && !Number.isNaN(told)) learnNow(told, asked, Date.now())
  return response
}

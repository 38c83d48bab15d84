/**
 * An answer as it is but for what `hide` leaves out of its JSON, an object or a list; other values, and text that is no
 * JSON, are passed on.
 */
export async function withHidden(
  response: Response,
  hide: (answer: object) => object | Promise<object>,
): Promise<Response> {
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const text = await response.text()
  const answer = objectIn(text)
  const shown = answer && (await hide(answer))
  // Where nothing is left out every digit stays as it came.
  const body = shown === answer ? text : JSON.stringify(shown)
  return new Response(body, { status: response.status, headers })
}

function objectIn(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

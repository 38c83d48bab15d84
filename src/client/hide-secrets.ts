const HIDDEN = '•••'
/** Shorter values are words such as `true`, and hiding them would only garble sentences. */
const MIN_SECRET = 4

/**
 * A function that takes the given values out of a text, and whatever follows `/feedback/tokens/`: a
 * server may repeat in its error what it was sent.
 */
export function hideSecrets(values: readonly string[]): (text: string) => string {
  const secrets = values
    .flatMap((value) => [value, ...value.split(/\s+/)])
    .flatMap((value) => [value, encodeURIComponent(value)])
    .filter((value) => value.length >= MIN_SECRET)
    .sort((a, b) => b.length - a.length)
  return (text) =>
    secrets
      .reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text)
      .replace(/(\/feedback\/tokens\/)[^\s"'<>]+/g, `$1${HIDDEN}`)
}

/**
 * `createOAuthProvider` as “Create OAuth provider”, `createApiToken` as “Create API token”; null where an
 * address has no name.
 */
export function actionText(action: string | null | undefined): string | null {
  if (!action) return null
  const words = action
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(' ')
    .map((word) => (word === 'Api' ? 'API' : word))
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word))
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

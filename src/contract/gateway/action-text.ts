/** Where the name of an endpoint is not what people say. */
const words: Record<string, string> = {
  createDeletion: 'Delete, with 30 s to undo',
  undoDeletion: 'Undo a deletion',
  createSession: 'Sign in',
  endProviderSignIn: 'Sign in by provider',
  deleteSession: 'Sign out',
  deleteUserSessions: 'Sign user out everywhere',
}

/**
 * `createOAuthProvider` as “Create OAuth provider”, `createApiToken` as “Create API token”; null where an
 * address has no name.
 */
export function actionText(action: string | null | undefined): string | null {
  if (!action) return null
  if (Object.hasOwn(words, action)) return words[action] ?? null
  const text = action
    .replace(/^patch/, 'change')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(' ')
    .map((word) => (word === 'Api' ? 'API' : word))
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word))
    .join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

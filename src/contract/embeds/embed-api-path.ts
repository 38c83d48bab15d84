/** Path of an embed's interface, below the server's address. A file of its own: the loader holds nothing else. */
export const embedApiPath = (key: string) => `/embed/${encodeURIComponent(key)}/api`

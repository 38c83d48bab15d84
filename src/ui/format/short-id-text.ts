const longest = 12

/** An id cut to its ends, as in lists: ids that begin with their time look alike at the start. */
export function shortId(id: string): string {
  return id.length > longest ? `${id.slice(0, 4)}…${id.slice(-4)}` : id
}

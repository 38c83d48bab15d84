/** A file that fell in one of the times, with what it said first. */
export interface Fallen {
  time: number
  file: string
  said: string
}

/** A line for each file, those that fell most often first, with what was said the first time. */
export function fallenTable(fallen: readonly Fallen[], times: number): string {
  if (fallen.length === 0) return `Nothing fell in ${times === 1 ? 'one time' : `${times} times`}.`
  const files = new Map<string, Fallen[]>()
  for (const one of fallen) files.set(one.file, [...(files.get(one.file) ?? []), one])
  const rows = [...files].sort(([, a], [, b]) => timesOf(b) - timesOf(a))
  return rows
    .map(([file, all]) => `${timesOf(all)} of ${times}  ${file}\n${indented(all[0]?.said ?? '')}`)
    .join('\n')
}

const timesOf = (all: readonly Fallen[]) => new Set(all.map(({ time }) => time)).size
const indented = (text: string) => text.replaceAll(/^/gm, '        ')

import cronstrue from 'cronstrue'

/** A schedule in words, as “At 09:00, Monday through Friday”; null for one that cannot be read. */
export function scheduleWords(schedule: string): string | null {
  const text = schedule.trim()
  // It would read seconds and years too.
  if (!text.startsWith('@') && text.split(/\s+/).length !== 5) return null
  try {
    return cronstrue.toString(text, { use24HourTimeFormat: true, verbose: false })
  } catch {
    return null
  }
}

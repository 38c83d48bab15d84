import type { LoggedEvent } from './logged-event.ts'

/**
 * Events of a log as one text, a line each: number, moment, data and name, with tabs between them. JSON has neither
 * lines nor tabs but as space between its parts, which is written as blanks; the name is JSON as well.
 */
export function linesOf(events: readonly LoggedEvent[]): string {
  return events
    .map(({ id, at, data, event }) => [id, at ?? '', inOneLine(data), JSON.stringify(event)])
    .map((fields) => fields.join('\t'))
    .join('\n')
}

/** The events that `linesOf` has written. */
export function eventsIn(lines: string): LoggedEvent[] {
  return lines.split('\n').map((line) => {
    const [id = '', at = '', data = '', event = '""'] = line.split('\t')
    return { id: Number(id), at: at === '' ? null : Number(at), data, event: JSON.parse(event) }
  })
}

function inOneLine(json: string): string {
  return /[\n\t]/.test(json) ? json.replaceAll(/[\n\t]/g, ' ') : json
}

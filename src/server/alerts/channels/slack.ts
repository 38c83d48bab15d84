import { type AlertPayload, headline } from '../payload.ts'

/** The text of a message as Slack and what is compatible with it read it. */
export function slackText(payload: AlertPayload): string {
  const mark = { 'alert.began': ':red_circle: ', 'alert.ended': ':large_green_circle: ' }
  const lines = [
    `${mark[payload.type as keyof typeof mark] ?? ''}*${escaped(headline(payload))}*`,
    escaped(payload.detail),
    `<${escaped(payload.url)}|Open in Quarterdeck>`,
  ]
  return lines.join('\n')
}

/** The three characters that mean something there; what a name holds must not call people. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

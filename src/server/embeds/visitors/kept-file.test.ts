import { expect, it } from 'vitest'
import { keptFile } from './kept-file.ts'

/** A picture of one point. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const content = [{ type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }]
const values = {
  messages: [
    { id: 'human', type: 'human', content },
    { id: 'instructions', type: 'system', content },
    { id: 'tool', type: 'tool', tool_call_id: 'call', content },
  ],
}
const fileOf = (message_id: string, part = 0) =>
  keptFile(values, { message_id, part }, { shows_tool_details: false })

it('34.1: a visitor reads the files of messages that they may read, and of no others', async () => {
  const file = await fileOf('human')
  expect(file.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await file.arrayBuffer()).toString('base64')).toBe(png)
  for (const hidden of ['instructions', 'tool', 'nobody']) {
    await expect(fileOf(hidden)).rejects.toThrow('does not hold this file')
  }
  await expect(fileOf('human', 1)).rejects.toThrow('does not hold this file')
})

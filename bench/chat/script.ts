/** The words that stand at an answer's end, to see when it is on the screen. */
export const endMark = 'THE-END'

const section = (n: number) => `## Part ${n}: what was found

The order **${4400 + n}** was sent on *17 November* and arrived \`${n}\` days later. It is inside the
[return window](https://example.com/returns/${n}), so a full refund is possible; see the table.

| Item | Price | State |
|---|---:|---|
| Lamp ${n} | 84.00 | broken |
| Shade ${n} | 12.50 | fine |

1. Check the address
2. Print the label
   - keep the receipt
   - take a photo

\`\`\`ts
export function refund(order: number): Promise<void> {
  return send({ order, amount: ${n}.00, reason: 'broken' })
}
\`\`\`

> The customer asked for the money on the card that ends in ${2000 + n}.

`

/** So many tokens are an answer of 24 KB. */
export const wholeAnswer = 6000

/** Markdown of every kind, four letters for each token; `n` makes answers of one thread differ. */
export function answerOf(n: number, tokens = wholeAnswer): string {
  const letters = 4 * tokens
  let text = `# Answer ${n}\n\n`
  for (let part = 1; text.length < letters - endMark.length; part += 1) text += section(part)
  return `${text.slice(0, letters - endMark.length - 8)}\n\n${endMark}-${n}`
}

/** The answer in its pieces. */
export function tokensOf(n: number, tokens = wholeAnswer): readonly string[] {
  const text = answerOf(n, tokens)
  const size = text.length / tokens
  return Array.from({ length: tokens }, (_x, index) =>
    text.slice(Math.floor(index * size), Math.floor((index + 1) * size)),
  )
}

/** A long thread: questions, answers in markdown, every fifth with a tool call. */
export function turnsOf(count: number): readonly object[] {
  const messages: object[] = []
  for (let turn = 1; messages.length < count; turn += 1) {
    messages.push({
      id: `h${turn}`,
      type: 'human',
      content: `Question ${turn}: where is my order?`,
    })
    if (turn % 5 === 0) {
      const call = { id: `c${turn}`, name: 'look_up', args: { order: turn } }
      messages.push({ id: `t${turn}`, type: 'ai', content: '', tool_calls: [call] })
      messages.push({
        id: `r${turn}`,
        type: 'tool',
        tool_call_id: `c${turn}`,
        content: '{"ok":true}',
      })
    }
    messages.push({ id: `a${turn}`, type: 'ai', content: section(turn) })
  }
  const list = messages.slice(0, count)
  return count === 0 ? [] : [...list.slice(0, -1), { id: 'last', type: 'ai', content: endMark }]
}

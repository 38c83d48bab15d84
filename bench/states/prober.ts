/**
 * Asks addresses again and again, each so long after its last answer; tells the longest that each of them took, once
 * told to end. In a process of its own: who reads big states is busy with them.
 */
const everyMs = 20

interface Order {
  urls: string[]
  headers: Record<string, string>
}

process.once('message', (order: Order) => {
  let isOver = false
  const longestOf = async (url: string) => {
    let longest = 0
    while (!isOver) {
      const since = performance.now()
      const answer = await fetch(url, { headers: order.headers })
      await answer.text()
      longest = Math.max(longest, performance.now() - since)
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    return longest
  }
  const told = Promise.all(order.urls.map(longestOf))
  process.once('message', async () => {
    isOver = true
    process.send?.(await told, () => process.exit(0))
  })
  process.send?.('begun')
})

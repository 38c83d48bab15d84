import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { renderConsole } from './render.tsx'

/** Opens a page of a connection and waits until nothing is read any more. */
export async function readPage(server: { url: string }, page: string, connectionId: string) {
  // One that failed may stand there still.
  cleanup()
  const view = renderConsole(server, page, connectionId)
  await screen.findByRole('main')
  await waitFor(() => {
    expect(view.queryClient.isFetching()).toBe(0)
    expect(screen.queryByText(/^Loading/)).toBeNull()
  })
  return view
}

/** Opens pages one after the other, and answers those that could not be shown, with what stands in their place. */
export async function lostPages(
  server: { url: string },
  pages: readonly string[],
  connectionId: string,
): Promise<string[]> {
  const lost: string[] = []
  for (const page of pages) {
    const view = await readPage(server, page, connectionId)
    const words = screen.getByRole('main').textContent ?? ''
    if (/could not be shown|Not found/i.test(words)) lost.push(`${page}: ${words}`)
    view.unmount()
  }
  return lost
}

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { it } from 'vitest'
import { useLastFailure } from './use-last-failure.ts'

interface Answer {
  resolve(text: string): void
  reject(error: Error): void
}

type PageProps = { of: string; answers: Answer[] }

function Page({ of, answers }: PageProps) {
  const read = useQuery({
    queryKey: [of],
    queryFn: () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
  })
  const words = useLastFailure(read, of)?.message ?? read.data ?? 'Nothing'
  return <p role="status">{`${words}${read.isFetching ? ', asking' : ''}`}</p>
}

it('what is said of a failure stays while it is asked again, and goes with the next answer', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const answers: Answer[] = []
  const page = (of: string) => (
    <QueryClientProvider client={client}>
      <Page of={of} answers={answers} />
    </QueryClientProvider>
  )
  const { rerender } = render(page('one'))
  screen.getByText('Nothing, asking')
  await act(async () => answers[0]?.reject(new Error('There is no such thread')))
  await screen.findByText('There is no such thread')

  void client.invalidateQueries()
  await screen.findByText('There is no such thread, asking')
  await act(async () => answers[1]?.resolve('It is back'))
  await screen.findByText('It is back')

  rerender(page('two'))
  await act(async () => answers[2]?.reject(new Error('Neither is this')))
  await screen.findByText('Neither is this')
  rerender(page('three'))
  screen.getByText('Nothing, asking')
})

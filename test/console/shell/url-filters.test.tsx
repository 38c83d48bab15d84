import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { useUrlFilters } from '../../../src/console/lists/url-filters.ts'
import { setupUser } from '../../helpers/user.ts'

function Filters() {
  const url = useUrlFilters()
  return (
    <button
      type="button"
      onClick={() => {
        url.set('role', null)
        url.set('name', 'vera')
      }}
    >
      Look for vera
    </button>
  )
}

it('keeps a filter that was set before the page had followed its address', async () => {
  const router = createMemoryRouter([{ path: '/', Component: Filters }], {
    initialEntries: ['/?role=viewer&sort=name'],
  })
  const user = setupUser()
  render(<RouterProvider router={router} />)
  await user.click(screen.getByRole('button', { name: 'Look for vera' }))
  await waitFor(() => expect(router.state.location.search).toBe('?sort=name&name=vera'))
  // What another way led to meanwhile is what the next change begins with.
  await router.navigate('/?role=operator')
  await user.click(screen.getByRole('button', { name: 'Look for vera' }))
  await waitFor(() => expect(router.state.location.search).toBe('?name=vera'))
})

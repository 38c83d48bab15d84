import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { toast } from '../../src/ui/overlay/toast.ts'
import { Toaster } from '../../src/ui/overlay/toaster.tsx'
import { forgetToasts } from './forget-toasts.ts'

it('what a page said, or was told when it was gone, is not shown by the next one', async () => {
  render(<Toaster />)
  toast.ok('Said by a page')
  await screen.findByText('Said by a page')
  cleanup()
  toast.ok('Said to nobody')
  await forgetToasts()
  render(<Toaster />)
  toast.ok('Said by the next page')
  await screen.findByText('Said by the next page')
  expect(screen.queryByText(/^Said by a page|^Said to nobody/)).toBeNull()
})

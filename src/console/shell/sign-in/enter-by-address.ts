import { call, type Transport } from '../../../client/api.ts'
import { ApiError } from '../../../client/api-error.ts'
import { createOwnerSession } from '../../../contract/gateway/sign-in-address.ts'
import { signInFragment } from '../../../contract/gateway/sign-in-fragment.ts'

let refusal: string | null = null

/** Why the address that this page was opened with signed nobody in; null where it did, or was no such address. */
export function refusedAddress(): string | null {
  return refusal
}

/**
 * Signs in by the token in the page's address, which is taken out of it first. Where that succeeded the page loads anew:
 * what it asked for before was asked by a stranger.
 */
export async function enterByAddress(gateway: Transport): Promise<'loads anew' | 'goes on'> {
  const token = location.hash.slice(signInFragment.length)
  history.replaceState(history.state, '', location.pathname + location.search)
  try {
    await call(gateway, createOwnerSession, { body: { token } })
  } catch (error) {
    // Whoever is signed in already, as by the same address before, sees nothing of it.
    refusal = error instanceof ApiError ? error.message : String(error)
    return 'goes on'
  }
  location.reload()
  return 'loads anew'
}

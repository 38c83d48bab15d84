import type { CallbackPage } from './callback-page.ts'

/** The sentences for the person who comes back from a provider. */

export const unknown: CallbackPage = {
  status: 400,
  title: 'This answer does not belong to anything',
  text: 'The authorization is unknown here, or its answer was taken already. Go back to where you came from and start again.',
}

export const expired: CallbackPage = {
  status: 410,
  title: 'This took too long',
  text: 'An authorization must be answered within ten minutes. Go back to where you came from and start again.',
}

export const lookedAt: CallbackPage = {
  status: 400,
  title: 'This address cannot be read ahead',
  text: 'It takes the answer of an OAuth provider, once. Open it in a browser.',
}

export function done(provider: string): CallbackPage {
  return {
    status: 200,
    title: `Connected to ${provider}`,
    text: 'Access was granted. You can close this window and go back to where you came from.',
  }
}

export function denied(provider: string): CallbackPage {
  return {
    status: 400,
    title: 'No access was granted',
    text: `You or ${provider} refused the request, so nothing was connected. You can close this window, or go back and start again.`,
  }
}

export function refused(provider: string, reason: string): CallbackPage {
  return {
    status: 400,
    title: `${provider} gave no access`,
    text: `${reason} Nothing was connected. Go back to where you came from and start again.`,
  }
}

export function failed(fault: string): CallbackPage {
  return {
    status: 502,
    title: 'The connection could not be made',
    text: `${fault} Nothing was connected. Go back to where you came from and start again.`,
  }
}

/**
 * Whether it is known before the server is asked that somebody is here who is told of connections: nobody has to sign
 * in, or an operator was signed in last time (`public/theme.js`). Reviewers are told of none.
 */
export function isKnownHere(): boolean {
  return document.documentElement.dataset.frame !== undefined
}

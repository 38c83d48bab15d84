import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { isComposing } from '../../../ui/keys/is-composing.ts'
import { paths } from '../../paths.ts'

/** True on keyboards with a command key. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

interface GoKey {
  readonly key: string
  readonly label: string
  readonly to: () => string
  readonly isForReviewers?: true
}

/** Two keys one after the other: `g`, then the one that names the place. */
const goKeys = [
  { key: 'v', label: 'Go to the overview', to: paths.overview },
  { key: 'd', label: 'Go to deployments', to: paths.deployments },
  { key: 't', label: 'Go to threads', to: paths.threads },
  { key: 'r', label: 'Go to runs', to: paths.runs },
  { key: 'q', label: 'Go to QA sessions', to: paths.qaSessions, isForReviewers: true },
  { key: 'o', label: 'Go to OAuth providers', to: paths.oauthProviders },
  { key: 'f', label: 'Go to feedback', to: paths.feedback },
  { key: 'e', label: 'Go to embeds', to: paths.embeds },
  { key: 'c', label: 'Go to connections', to: paths.connections },
  { key: 's', label: 'Go to settings', to: paths.settings, isForReviewers: true },
] as const satisfies readonly GoKey[]

/** Those that lead somewhere. */
export function goKeysOf(isReviewer: boolean): readonly GoKey[] {
  return goKeys.filter((place: GoKey) => !isReviewer || place.isForReviewers)
}

/** How soon the second key has to follow. */
export const sequenceMs = 1_500

/** Listens for the console's own keys, except while something is typed or a dialog is open. */
export function useShortcuts(actions: {
  openPalette: () => void
  openShortcuts: () => void
  isReviewer: boolean
}) {
  const navigate = useNavigate()
  const onKeyDown = useEffectEvent((event: KeyboardEvent, goesTo: boolean): boolean => {
    if (event.defaultPrevented || isComposing(event)) return false
    if ((event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      actions.openPalette()
      return false
    }
    if (event.metaKey || event.ctrlKey || event.altKey || isBusyElsewhere(event.target))
      return false
    if (goesTo) {
      const place = goKeysOf(actions.isReviewer).find(({ key }) => key === event.key)
      if (place) {
        event.preventDefault()
        navigate(place.to())
      }
      return false
    }
    if (event.key === '?') {
      event.preventDefault()
      actions.openShortcuts()
    } else if (event.key === '/') {
      const filter = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (filter) {
        event.preventDefault()
        filter.focus()
      }
    } else if (event.key === 'n' && !actions.isReviewer) {
      event.preventDefault()
      navigate(paths.newDeployment())
    }
    return event.key === 'g'
  })
  useEffect(() => {
    let goUntil = 0
    const listener = (event: KeyboardEvent) => {
      goUntil = onKeyDown(event, event.timeStamp < goUntil) ? event.timeStamp + sequenceMs : 0
    }
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

/** Typing, or a window in front: single keys then have another meaning. */
function isBusyElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select') ||
    target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null
  )
}

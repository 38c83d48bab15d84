import { useSearchParams } from 'react-router-dom'

const name = 'inspector'

/**
 * Which tab of the inspector is open, kept in the address, so that a link shows the same; null is the first one.
 * Another tab replaces the entry in the browser's history.
 * @param conversation what the page tells this conversation by: the changed address is still its own
 */
export function useInspectorTab(conversation: string) {
  const [params, setParams] = useSearchParams()
  return {
    tab: params.get(name),
    onTabChange: (tab: string | null) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          if (tab === null) after.delete(name)
          else after.set(name, tab)
          return after
        },
        { replace: true, preventScrollReset: true, state: { continues: conversation } },
      ),
  }
}

import { getConfig } from '@testing-library/react'

type ErrorOf = ReturnType<typeof getConfig>['getElementError']

/** Elements whose `display` depends on more than their name, `type` and `hidden`. */
const CONDITIONAL = new Set(['dialog', 'embed', 'noscript', 'slot', 'summary'])
const TABLE_PARTS = 'colgroup, col, thead, tbody, tfoot, tr'

/**
 * Makes the two questions that role queries ask of every element cheap, `display` and `visibility`:
 * a DOM matches every rule of its style sheet for each answer. `display` is asked once for each kind
 * of element; where anything else could decide (a style sheet, an inline style, `popover`), and for
 * every other property, the DOM's own answer is given.
 * @param own what the DOM has as `getComputedStyle`
 */
export function quickComputedStyle(own: typeof getComputedStyle): typeof getComputedStyle {
  const displays = new Map<string, string>()

  function displayOf(element: Element): string {
    const kind = kindOf(element)
    if (kind === undefined) return own(element).display
    const known = displays.get(kind)
    if (known !== undefined) return known
    const { display } = own(element)
    displays.set(kind, display)
    return display
  }

  return (element, pseudo) => {
    const { ownerDocument, isConnected } = element
    if (pseudo || !isConnected || ownerDocument !== document || document.styleSheets.length > 0) {
      return own(element, pseudo)
    }
    let style: CSSStyleDeclaration | undefined
    const read = (name: string | symbol): unknown => {
      if (name === 'display') return displayOf(element)
      if (name === 'visibility' && canOnlyBeVisible(element)) return 'visible'
      style ??= own(element)
      const value: unknown = Reflect.get(style, name)
      return typeof value === 'function' ? value.bind(style) : value
    }
    const getPropertyValue = (name: string) =>
      name === 'display' || name === 'visibility'
        ? read(name)
        : (read('getPropertyValue') as CSSStyleDeclaration['getPropertyValue'])(name)
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_target, name) => (name === 'getPropertyValue' ? getPropertyValue : read(name)),
    })
  }
}

/** Elements of one kind have one `display`; undefined where that cannot be said. */
function kindOf(element: Element): string | undefined {
  const { localName, namespaceURI } = element
  if (CONDITIONAL.has(localName)) return undefined
  if (element.hasAttribute('style') || element.hasAttribute('popover')) return undefined
  const type = localName === 'input' ? element.getAttribute('type') : ''
  return `${namespaceURI} ${localName} ${type} ${element.getAttribute('hidden')}`
}

/** Nothing at the element or around it says anything about its visibility. */
function canOnlyBeVisible(element: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (at.hasAttribute('style')) return false
    if (at.hasAttribute('hidden') && at.matches(TABLE_PARTS)) return false
  }
  return true
}

/**
 * What is still waited for tells no more than what is missing; the whole page, which takes long to
 * write down, is told when a wait is given up or a query fails outside of one.
 */
export function briefWhileWaiting(inFull: ErrorOf): ErrorOf {
  return (message, container) => {
    const { _disableExpensiveErrorDiagnostics: isWaiting } = getConfig() as unknown as {
      _disableExpensiveErrorDiagnostics: boolean
    }
    if (!isWaiting) return inFull(message, container)
    const error = new Error(message ?? '')
    error.name = 'TestingLibraryElementError'
    return error
  }
}

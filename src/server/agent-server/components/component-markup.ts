import { componentGlobal } from '../../../contract/agent-server/components/component-global.ts'

/**
 * What loads a component into a page, as the published clients take it: they put the id of their element in place of
 * `{{shadowRootId}}`. @param base the agent server's address @param files the names of the bundle's files
 */
export function componentMarkup(
  base: string,
  graphId: string,
  files: readonly string[],
  component: string,
): string {
  const address = (file: string) =>
    inAttribute(`${base}/ui/${encodeURIComponent(graphId)}/${encodeURIComponent(file)}`)
  const styles = files
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" href="${address(file)}" />`)
  // As it is published: the name in quotation marks, within an attribute in others.
  const call = `${componentGlobal(graphId)}.render(${JSON.stringify(component)}, "{{shadowRootId}}")`
  const scripts = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => `<script src="${address(file)}" onload='${inQuotes(call)}'></script>`)
  return [...styles, ...scripts].join('\n')
}

const inAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

const inQuotes = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#39;')

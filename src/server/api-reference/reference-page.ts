import { html, raw } from 'hono/html'
import type { OpenApi, Operation, Schema } from './open-api.ts'
import { schemaWords } from './schema-words.ts'

/** The document as a page for people, which runs no script and fetches nothing. `sections` are those of `referenceSections`. */
export function referencePage(document: OpenApi, sections: string, style: string): string {
  const { info, tags, servers } = document
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title}</title>
<style>${raw(style)}</style>
</head>
<body>
<header>
<h1>${info.title}</h1>
<p>${info.description}</p>
<dl>
<div><dt>Address</dt><dd><code>${servers[0]?.url ?? ''}</code></dd></div>
<div><dt>Key</dt><dd>in the header <code>X-Api-Key</code>, unless a project asks for something else</dd></div>
<div><dt>For programs</dt><dd><a href="openapi.json">openapi.json</a></dd></div>
<div><dt>Version</dt><dd>${info.version}</dd></div>
</dl>
<nav aria-label="Contents">${tags.map(({ name }) => html`<a href="#${anchorOf(name)}">${name}</a>`)}</nav>
</header>
<main>${raw(sections)}</main>
</body>
</html>
`)
}

/** What of the page is the same wherever the API is: nearly all of it. */
export function referenceSections(document: OpenApi): string {
  return String(html`${document.tags.map(({ name }) => sectionOf(document, name))}`)
}

function sectionOf(document: OpenApi, tag: string) {
  const own = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, operation]) => operationOf(path, method, operation)),
  )
  return html`<section aria-labelledby="${anchorOf(tag)}"><h2 id="${anchorOf(tag)}">${tag}</h2>${own}</section>`
}

function operationOf(path: string, method: string, operation: Operation) {
  const { operationId, summary, parameters, requestBody, responses } = operation
  const sent = requestBody?.content['application/json'].schema
  const answered = responses['2XX']?.content?.['application/json']?.schema
  const nothing = parameters.length === 0 && !sent && !answered
  return html`<details id="${operationId}">
<summary><b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> <span>${summary}</span></summary>
<div>
${nothing ? html`<p>Takes nothing.</p>` : ''}
${parameters.length > 0 ? html`<h3>In the address</h3>${fieldTable(parameters.map((one) => ({ ...one, isNeeded: one.required })))}` : ''}
${sent ? schemaPart('Sent', sent) : ''}
${answered ? schemaPart('Answered', answered) : ''}
</div>
</details>`
}

function schemaPart(title: string, schema: Schema) {
  const needed = (schema.required ?? []) as string[]
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  return html`<h3>${title}</h3>
${
  fields.length > 0
    ? fieldTable(
        fields.map(([name, own]) => ({ name, schema: own, isNeeded: needed.includes(name) })),
      )
    : html`<p>${schemaWords(schema)}</p>`
}
<details class="schema"><summary>As a schema</summary><pre>${JSON.stringify(schema, null, 2)}</pre></details>`
}

function fieldTable(fields: { name: string; schema: Schema; isNeeded: boolean }[]) {
  return html`<table><thead><tr><th>Name</th><th>Kind</th></tr></thead><tbody>${fields.map(
    ({ name, schema, isNeeded }) =>
      html`<tr><td><code>${name}</code>${isNeeded ? html` <em>needed</em>` : ''}</td><td>${schemaWords(schema)}</td></tr>`,
  )}</tbody></table>`
}

function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import markdown from 'highlight.js/lib/languages/markdown'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const languages = {
  bash,
  css,
  diff,
  javascript,
  json,
  markdown,
  python,
  sql,
  typescript,
  xml,
  yaml,
}
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)

/** A stretch of code of one kind; `scope` is the highlighter's word for it, null for plain text. */
export interface CodeSpan {
  readonly text: string
  readonly scope: string | null
}

interface ScopeNode {
  scope?: string
  children: (ScopeNode | string)[]
}

/** Longer code is shown plain: colouring it would block the page. */
const maxLength = 60_000

/**
 * Code as spans, or null for a language that is not known. Never markup: what an agent wrote is only
 * ever text.
 */
export function highlight(code: string, language: string): CodeSpan[] | null {
  if (!hljs.getLanguage(language) || code.length > maxLength) return null
  const result = hljs.highlight(code, { language, ignoreIllegals: true })
  const { rootNode } = result._emitter as unknown as { rootNode: ScopeNode }
  return spansOf(rootNode, null)
}

function spansOf(node: ScopeNode, outer: string | null): CodeSpan[] {
  return node.children.flatMap((child) =>
    typeof child === 'string'
      ? [{ text: child, scope: outer }]
      : spansOf(child, child.scope ?? outer),
  )
}

import * as React from 'react'
import * as JsxRuntime from 'react/jsx-runtime'
import * as ReactDOM from 'react-dom'
import { useStreamContext } from './stream-context.ts'

const notHere = (what: string) => () => {
  throw new Error(`${what} cannot be used within a component.`)
}

const modules = new Map<string, unknown>([
  ['react', React],
  ['react-dom', ReactDOM],
  ['react/jsx-runtime', JsxRuntime],
  [
    '@langchain/langgraph-sdk/react-ui',
    { useStreamContext, LoadExternalComponent: notHere('LoadExternalComponent') },
  ],
  ['@langchain/langgraph-sdk/react', { useStream: notHere('useStream') }],
])

/** A module that a bundle asks its page for. Throws for what this page does not have. */
export function frameModule(name: string): unknown {
  if (modules.has(name)) return modules.get(name)
  throw new Error(`This page has no module “${name}”.`)
}

import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, linter, lintKeymap } from '@codemirror/lint'
import { EditorState } from '@codemirror/state'
import { drawSelection, EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { placeAt, rangeOf } from './place-in-json.ts'
import { faultsOf, namesAt, valuesAt } from './schema-hints.ts'

interface CodeEditorOptions {
  /** Stands in the page; the editor is drawn in its shadow, where the page's policy lets it bring its own styles. */
  host: HTMLElement
  label: string
  text: string
  /** Asked anew each time: it may be read later than the text. */
  schema: () => unknown
  onChange: (text: string) => void
}

export interface CodeEditor {
  /** Another text than the one that was written here. */
  setText(text: string): void
  focus(): void
  destroy(): void
}

/** An editor of JSON: colours, brackets, folding, undo; names, values and faults by a JSON Schema. */
export function mountCodeEditor(options: CodeEditorOptions): CodeEditor {
  const { host, label, schema, onChange } = options
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  const view = new EditorView({
    root,
    parent: root as unknown as Element,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        history(),
        drawSelection(),
        foldGutter(),
        codeFolding(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        json(),
        syntaxHighlighting(colours),
        autocompletion({ override: [(context) => completions(context, schema())] }),
        linter(jsonParseLinter()),
        linter((editor) => schemaFaults(editor, schema())),
        // Tab leads on, as in every other box.
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
        ]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          'aria-label': label,
          spellcheck: 'false',
          tabindex: '0',
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
        }),
        look,
      ],
    }),
  })
  return {
    setText(text) {
      const { doc } = view.state
      if (doc.toString() !== text)
        view.dispatch({ changes: { from: 0, to: doc.length, insert: text } })
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}

function completions(context: CompletionContext, schema: unknown): CompletionResult | null {
  const place = placeAt(context.state, context.pos)
  if (!place || (place.from === context.pos && !context.explicit)) return null
  const { from, to, path } = place
  if (place.kind === 'value') {
    return {
      from,
      to,
      options: valuesAt(schema, path).map((hint) => optionOf(hint, hint.label)),
      filter: place.from !== context.pos,
    }
  }
  const { present, hasValue } = place
  const options = namesAt(schema, path, present).map((hint) => {
    const name = JSON.stringify(hint.label)
    // What is typed so far begins with a quotation mark, and is compared with it.
    return {
      ...optionOf(hint, hasValue ? name : `${name}: `),
      label: name,
      displayLabel: hint.label,
    }
  })
  return { from, to, options }
}

function optionOf({ label, detail, info }: ReturnType<typeof namesAt>[number], apply: string) {
  return { label, detail, apply, ...(info === undefined ? {} : { info }) }
}

function schemaFaults({ state }: EditorView, schema: unknown): Diagnostic[] {
  let value: unknown
  try {
    value = JSON.parse(state.doc.toString())
  } catch {
    // The other linter says so.
    return []
  }
  return faultsOf(schema, value).map(({ path, message }) => ({
    ...rangeOf(state, path),
    severity: 'warning',
    message,
  }))
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--run)' },
  { tag: tags.punctuation, color: 'var(--ink-3)' },
])

const look = EditorView.theme({
  '&': {
    color: 'var(--ink)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    fontSize: '12px',
    maxHeight: '60vh',
  },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '18px', minHeight: '150px' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--ink-3)', border: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-soft) !important',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--sunken)',
    border: '1px solid var(--line)',
    color: 'var(--ink-2)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: 'var(--float)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': { color: 'var(--ink-2)', fontStyle: 'normal' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
})

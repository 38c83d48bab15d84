/** Which components are to be bundled. Paths are absolute, but for those of the components. */
export interface UiOrder {
  /** Of the langgraph.json. */
  directory: string
  /** A name, mostly a graph's, to the file whose default export has its components. */
  ui: Record<string, string>
  /** Further modules that the page brings, beside those of `pageModules`. */
  shared: string[]
}

/** What browsers load, as text: by the name of the components, and by the name of the file. */
export type UiFiles = Record<string, Record<string, string>>

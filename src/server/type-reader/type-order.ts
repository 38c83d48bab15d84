/** Which graphs' types are to be read. Paths are absolute, but for those of the graphs. */
export interface TypeOrder {
  /** Of the langgraph.json. */
  directory: string
  /** Graph id to `./file.ts:export`. */
  graphs: Record<string, string>
  /** Where the packages of Quarterdeck lie that the project may use without having them; null where they are linked. */
  library: string | null
}

/** The schemas of a graph as its types say; a part that they do not say is absent. */
export type TypedSchemas = Partial<
  Record<'input_schema' | 'output_schema' | 'state_schema' | 'config_schema', object>
>

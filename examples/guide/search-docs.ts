import { tool } from '@langchain/core/tools'
import { z } from 'zod'
import type { Library } from './library.ts'

/** How many sections one search returns. */
export const pageSize = 3

/** What `search_docs` takes. */
export const SearchArgs = z.object({
  query: z.string().describe('What to look for, in words'),
  context: z
    .string()
    .optional()
    .describe('The question before, for when the query alone finds nothing'),
  skip: z.number().int().min(0).default(0).describe('How many of the best to pass over'),
})
export type SearchArgs = z.input<typeof SearchArgs>

const Result = z.object({ page: z.string(), headings: z.array(z.string()), text: z.string() })

/** What `search_docs` returns, as JSON text in the tool's message. */
export const SearchResult = z.object({
  query: z.string(),
  /** How many sections fit in all, and how many of the best were passed over. */
  found: z.number(),
  skipped: z.number(),
  results: z.array(Result),
})
export type SearchResult = z.infer<typeof SearchResult>

/** The tool that searches Quarterdeck's documentation, over a library that was read before. */
export function searchDocsTool(library: Library) {
  return tool(
    ({ query, context, skip }): string => {
      const alone = library.search(query)
      const hits =
        alone.length > 0 || context === undefined ? alone : library.search(`${context} ${query}`)
      const result: SearchResult = {
        query,
        found: hits.length,
        skipped: skip,
        results: hits.slice(skip, skip + pageSize).map(({ section }) => section),
      }
      return JSON.stringify(result)
    },
    {
      name: 'search_docs',
      description: 'Searches the documentation of Quarterdeck and returns the sections that fit.',
      schema: SearchArgs,
    },
  )
}

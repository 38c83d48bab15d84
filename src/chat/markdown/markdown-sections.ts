import type { MarkdownBlock } from './markdown-blocks.ts'

/**
 * Pieces from one heading to the next, or so many of them that they fill a screen. One in which nothing
 * changed is the same object as before.
 */
export type MarkdownSection = readonly MarkdownBlock[]

const mostBlocks = 12

/** Groups the pieces of a growing text, so that what is finished is looked at as a whole and not piece by piece. */
export function sectionsOf(
  blocks: readonly MarkdownBlock[],
  before: readonly MarkdownSection[] = [],
): readonly MarkdownSection[] {
  const groups: MarkdownBlock[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    const isFull = last?.length === mostBlocks
    if (!last || isFull || block.token.type === 'heading') groups.push([block])
    else last.push(block)
  }
  return groups.map((group, index) => {
    const known = before[index]
    const isSame = known?.length === group.length && group.every((item, at) => item === known[at])
    return isSame ? known : group
  })
}

/** True when a section goes on below the same heading as the one before it. */
export function goesOn(section: MarkdownSection | undefined): boolean {
  return section !== undefined && section[0]?.token.type !== 'heading'
}

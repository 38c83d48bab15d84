import type { Token, Tokens } from 'marked'
import { memo, type ReactNode, useContext, useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { Words } from '../../ui/words.ts'
import type { FootnoteToken } from './footnote-tokens.ts'
import { Formula } from './formula.tsx'
import { HighlightedCode } from './highlighted-code.tsx'
import { isClosedCode, type ParsedMarkdown, parseMarkdown } from './markdown-blocks.ts'
import { FootnoteNumber, Inline } from './markdown-inline.tsx'
import { goesOn, type MarkdownSection, sectionsOf } from './markdown-sections.ts'
import type { MathToken } from './math-tokens.ts'
import { useFarSections } from './use-far-sections.ts'

type MarkdownProps = {
  text: string
  /** The text still grows: the caret stands at its end, an open code block is not coloured yet. */
  isStreaming?: boolean
}

/** Of an answer of so many characters only what is near the view is drawn, once it is finished. */
const longAnswer = 12_000

/** Markdown of an agent, which is not trusted. While it grows only its last pieces are worked on. */
export function Markdown({ text, isStreaming = false }: MarkdownProps) {
  const last = useRef<Drawn>({ parsed: null, sections: [] })
  // Nothing comes any more that its last line could go on with.
  const parsed = parseMarkdown(isStreaming ? text : `${text}\n`, last.current.parsed)
  const blocks = parsed.blocks.filter(({ token }) => token.type !== 'space' && token.type !== 'def')
  const sections = sectionsOf(blocks, last.current.sections)
  // A cache of a pure function: a render that is thrown away leaves a state that is right as well.
  last.current = { parsed, sections }
  const final = sections.at(-1)
  const container = useRef<HTMLDivElement>(null)
  const far = useFarSections(container, text, !isStreaming && text.length > longAnswer)
  return (
    <div ref={container} className="min-w-0 break-words">
      {sections.map((section, index) => (
        <Section
          key={section[0]?.offset}
          section={section}
          isGrowing={isStreaming && section === final}
          isFirst={index === 0 || !goesOn(section)}
          isLast={!goesOn(sections[index + 1])}
          farHeight={far.get(index)}
        />
      ))}
      {isStreaming && !final && <Caret />}
    </div>
  )
}

type Drawn = { parsed: ParsedMarkdown | null; sections: readonly MarkdownSection[] }

type SectionProps = {
  section: MarkdownSection
  isGrowing: boolean
  /** The first and the last below its heading; in between it stands like the pieces that it is made of. */
  isFirst: boolean
  isLast: boolean
  /** Far from the view: it keeps this height, in pixels, and its words. */
  farHeight: number | undefined
}

/** Lays itself out and is painted apart from the others: growing costs as much as the last of them. */
const Section = memo(function Section(props: SectionProps) {
  const { section, isGrowing, isFirst, isLast, farHeight } = props
  const final = section.at(-1)
  const margins = cx(
    isFirst ? 'mt-4 first:mt-0' : '[&>:first-child]:mt-0',
    isLast ? '[&>:last-child]:mb-0' : '[&>:last-child]:mb-2.5!',
  )
  if (farHeight !== undefined) {
    return (
      <div
        style={{ height: farHeight }}
        dir="auto"
        className={cx(margins, 'overflow-hidden whitespace-pre-wrap [content-visibility:auto]')}
      >
        {section.map(({ token }) => token.raw.trimEnd()).join('\n\n')}
      </div>
    )
  }
  return (
    <div className={cx(margins, '[contain:layout]')}>
      {section.map((block) => (
        <Block
          key={block.offset}
          token={block.token}
          isOutermost
          isFinal={!isGrowing || block !== final}
          hasCaret={isGrowing && block === final}
        />
      ))}
    </div>
  )
})

/** Where the text is growing. It moves with each piece: a pulse of its own would make a layer for each. */
function Caret() {
  return (
    <span
      aria-hidden
      data-caret
      className="ms-0.5 inline-block h-4 w-[7px] rounded-[1px] bg-accent align-[-3px]"
    />
  )
}

const takesCaret = (token: Token) => token.type === 'paragraph' || token.type === 'heading'

type BlockProps = {
  token: Token
  /** It reads in the direction of its own first letters; what stands within it reads in its direction. */
  isOutermost?: boolean
  isFinal: boolean
  hasCaret: boolean
}

const Block = memo(function Block({ token, isOutermost, isFinal, hasCaret }: BlockProps) {
  const dir = isOutermost ? 'auto' : undefined
  const caret = hasCaret ? <Caret /> : null
  if (takesCaret(token)) return renderBlock(token, { isFinal, caret, dir })
  return (
    <>
      {renderBlock(token, { isFinal, caret: null, dir })}
      {caret}
    </>
  )
})

function Blocks({ tokens, isFinal }: { tokens: readonly Token[]; isFinal: boolean }): ReactNode {
  return tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity but their place
    <Block key={index} token={token} isFinal={isFinal} hasCaret={false} />
  ))
}

const headings = ['text-lg', 'text-lg', 'text-base', 'text-base', 'text-base', 'text-base'] as const
const headingTags = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const

type Drawing = { isFinal: boolean; caret: ReactNode; dir: 'auto' | undefined }

function renderBlock(token: Token, { isFinal, caret, dir }: Drawing): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return (
        <p dir={dir} className="mb-2.5 last:mb-0 [li>&]:mb-1">
          <Inline tokens={token.tokens} />
          {caret}
        </p>
      )
    case 'heading': {
      const level = (token as Tokens.Heading).depth - 1
      const Tag = headingTags[level] ?? 'h6'
      return (
        <Tag dir={dir} className={cx('mt-4 mb-1.5 font-semibold first:mt-0', headings[level])}>
          <Inline tokens={token.tokens} />
          {caret}
        </Tag>
      )
    }
    case 'code': {
      const { text, lang } = token as Tokens.Code
      const isReady = isFinal || isClosedCode(token)
      return (
        <div className="my-2.5">
          <HighlightedCode code={text} language={isReady ? (lang ?? '') : ''} />
        </div>
      )
    }
    case 'list':
      return <List list={token as Tokens.List} isFinal={isFinal} dir={dir} />
    case 'table':
      return <Table table={token as Tokens.Table} dir={dir} />
    case 'blockquote':
      return (
        <blockquote dir={dir} className="my-2.5 border-line-strong border-s-2 ps-3 text-ink-2">
          <Blocks tokens={token.tokens ?? []} isFinal={isFinal} />
        </blockquote>
      )
    case 'footnoteText':
      return (
        <p dir={dir} className="mb-1 text-ink-2 text-sm last:mb-0">
          <FootnoteNumber number={(token as unknown as FootnoteToken).number} />{' '}
          <Inline tokens={token.tokens} />
        </p>
      )
    case 'math':
      return <Formula tex={(token as unknown as MathToken).text} isBlock />
    case 'hr':
      return <hr className="my-4 border-line" />
    case 'space':
    case 'def':
      return null
    case 'html':
      return (
        <p dir={dir} className="mb-2.5 whitespace-pre-wrap last:mb-0">
          {token.raw.trimEnd()}
        </p>
      )
    default:
      return <Inline tokens={[token]} />
  }
}

type ListProps = { list: Tokens.List; isFinal: boolean; dir: 'auto' | undefined }

function List({ list, isFinal, dir }: ListProps) {
  const items = list.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
    <Item key={index} item={item} isFinal={isFinal} />
  ))
  const className = 'mb-2.5 ps-5 last:mb-0 [li>&]:mb-0'
  if (!list.ordered)
    return (
      <ul dir={dir} className={cx(className, 'list-disc')}>
        {items}
      </ul>
    )
  return (
    <ol dir={dir} start={Number(list.start) || 1} className={cx(className, 'list-decimal')}>
      {items}
    </ol>
  )
}

type ItemProps = { item: Tokens.ListItem; isFinal: boolean }

const Item = memo(function Item({ item, isFinal }: ItemProps) {
  if (!item.task) {
    return (
      <li className="my-0.5">
        <Blocks tokens={item.tokens} isFinal={isFinal} />
      </li>
    )
  }
  return (
    <li className="-ms-5 my-0.5 flex list-none gap-2">
      <input
        type="checkbox"
        checked={item.checked ?? false}
        readOnly
        disabled
        aria-label={item.checked ? 'Done' : 'Not done'}
        className="mt-[5px] size-3.5 flex-none accent-accent"
      />
      <div className="min-w-0">
        <Blocks tokens={item.tokens} isFinal={isFinal} />
      </div>
    </li>
  )
})

const aligned = {
  left: 'text-left',
  right: 'text-right',
  center: 'text-center',
  start: 'text-start',
} as const

function Table({ table, dir }: { table: Tokens.Table; dir: 'auto' | undefined }) {
  const words = useContext(Words)
  return (
    <section
      aria-label={words.table}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
      tabIndex={0}
      className="my-2.5 overflow-x-auto rounded-md border focus-visible:outline-offset-0"
    >
      <table dir={dir} className="w-full border-collapse text-md">
        <thead>
          <tr className="border-b bg-bg">
            {table.header.map((head, index) => {
              // A corner without words is the heading of nothing.
              const Cell = head.text === '' ? 'td' : 'th'
              return (
                <Cell
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
                  key={index}
                  className={cx(
                    'px-3 py-1.5 font-medium text-ink-2',
                    aligned[table.align[index] ?? 'start'],
                  )}
                >
                  <span className="[unicode-bidi:plaintext]">
                    <Inline tokens={head.tokens} />
                  </span>
                </Cell>
              )
            })}
          </tr>
        </thead>
        {groupStarts(table.rows).map((start) => (
          <tbody key={start}>
            {table.rows.slice(start, start + groupedRows).map((row, number) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <Row key={number} cells={row} align={table.align} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

/** The browser lays out a body of a table anew when a row is added to it, and leaves the others as they are. */
const groupedRows = 20

function groupStarts(rows: readonly unknown[]): number[] {
  return Array.from({ length: Math.ceil(rows.length / groupedRows) }, (_x, n) => n * groupedRows)
}

type RowProps = { cells: readonly Tokens.TableCell[]; align: Tokens.Table['align'] }

/** A cell begins where its column does, in the direction of the table; its words are read in their own. */
const Row = memo(function Row({ cells, align }: RowProps) {
  return (
    <tr className="border-b [tbody:last-child>&:last-child]:border-b-0">
      {cells.map((cell, index) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no identity but their place
          key={index}
          className={cx('px-3 py-1.5 align-top', aligned[align[index] ?? 'start'])}
        >
          <span className="[unicode-bidi:plaintext]">
            <Inline tokens={cell.tokens} />
          </span>
        </td>
      ))}
    </tr>
  )
})

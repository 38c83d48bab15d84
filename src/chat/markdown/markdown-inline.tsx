import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode, useContext } from 'react'
import type { FootnoteToken } from './footnote-tokens.ts'
import { Formula } from './formula.tsx'
import { decodeEntities, safeHref } from './markdown-blocks.ts'
import type { MathToken } from './math-tokens.ts'
import { OwnAddresses } from './own-addresses.ts'
import { type NamedPicture, Pictures } from './pictures.ts'

/** Text within a line: no raw HTML, images as links, links only to harmless addresses. */
export function Inline({ tokens }: { tokens: readonly Token[] | undefined }): ReactNode {
  return (tokens ?? []).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity but their place
    <Fragment key={index}>{renderInline(token)}</Fragment>
  ))
}

function renderInline(token: Token): ReactNode {
  switch (token.type) {
    case 'strong':
      return (
        <strong className="font-semibold">
          <Inline tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      )
    case 'codespan':
      return <InlineCode>{(token as Tokens.Codespan).text}</InlineCode>
    case 'br':
      return <br />
    case 'link':
      return (
        <SafeLink href={(token as Tokens.Link).href}>
          <Inline tokens={token.tokens} />
        </SafeLink>
      )
    case 'image': {
      const { href, text } = token as Tokens.Image
      return <NamedImage href={href} text={decodeEntities(text)} />
    }
    case 'math':
      return <Formula tex={(token as unknown as MathToken).text} isBlock={false} />
    case 'footnote':
      return <FootnoteNumber number={(token as unknown as FootnoteToken).number} />
    case 'checkbox':
      return null
    case 'html':
    case 'escape':
      return (token as Tokens.Text).text
    default:
      if (token.type === 'text' && token.tokens) return <Inline tokens={token.tokens} />
      return decodeEntities((token as Tokens.Text).text ?? token.raw)
  }
}

/** Beside the words that it is about, and before its own. */
export function FootnoteNumber({ number }: Pick<FootnoteToken, 'number'>) {
  return <sup className="px-px text-[0.75em] text-ink-2 leading-none">{number}</sup>
}

function NamedImage(picture: NamedPicture) {
  const draw = useContext(Pictures)
  const { href, text } = picture
  const own = useContext(OwnAddresses)?.picture(href, text)
  if (own) return own
  if (draw && safeHref(href)) return draw(picture)
  return <SafeLink href={href}>{`Image: ${text || href}`}</SafeLink>
}

function InlineCode({ children }: { children: string }) {
  return (
    <code
      dir="ltr"
      className="rounded-[4px] bg-sunken px-[5px] py-px font-mono text-[12.5px] [overflow-wrap:anywhere]"
    >
      {children}
    </code>
  )
}

function SafeLink({ href, children }: { href: string; children: ReactNode }) {
  const own = useContext(OwnAddresses)?.link(href, children)
  if (own) return own
  const address = safeHref(href)
  if (!address) return <span title={href}>{children}</span>
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent underline decoration-accent/40 underline-offset-2 [overflow-wrap:anywhere] hover:decoration-accent"
    >
      {children}
    </a>
  )
}

import { type ReactNode, useContext, useMemo } from 'react'
import { Link } from 'react-router-dom'
import { Markdown } from '../../chat/markdown/markdown.tsx'
import { parseMarkdown } from '../../chat/markdown/markdown-blocks.ts'
import { OwnAddresses } from '../../chat/markdown/own-addresses.ts'
import { Words } from '../../ui/words.ts'
import { pictureOf, placeOf } from '../objects/docs/docs.ts'
import { paths } from '../paths.ts'

type DocTextProps = {
  /** The id of the page that it is of. */
  page: string
  /** What it stands below. */
  title: string
  text: string
}

/** A section of a page: what it names within the docs leads to there, what is elsewhere opens in a tab of its own. */
export function DocText({ page, title, text }: DocTextProps) {
  const own = useMemo(
    (): OwnAddresses => ({
      link: (href, children) => ownLink(page, href, children),
      picture: (href, words) => ownPicture(href, words),
    }),
    [page],
  )
  const words = useContext(Words)
  const pieces = useMemo(
    () =>
      piecesOf(text).map((piece, index) => {
        // Each table and each block of code is a place of its own to those who go from one to the other.
        const place = `${title} ${index + 1}`
        const code = `${words.code}, ${place}`
        return { piece, words: { ...words, code, table: `${words.table}, ${place}` } }
      }),
    [text, title, words],
  )
  return (
    <OwnAddresses value={own}>
      <div className="flex flex-col gap-2.5">
        {pieces.map(({ piece, words }) => (
          <Words key={words.code} value={words}>
            <Markdown text={piece} />
          </Words>
        ))}
      </div>
    </OwnAddresses>
  )
}

const ends = ['code', 'table', 'list']

/** A text in pieces that have one block of code, table or list at most. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let isOver = true
  for (const { token } of parseMarkdown(text).blocks) {
    if (isOver) pieces.push('')
    pieces[pieces.length - 1] += token.raw
    isOver = ends.includes(token.type)
  }
  return pieces.filter((piece) => piece.trim() !== '')
}

function ownLink(page: string, href: string, children: ReactNode): ReactNode | null {
  const place = placeOf(page, href)
  return (
    place && (
      <Link
        to={paths.doc(place.id, place.slug)}
        className="text-accent underline decoration-accent/40 underline-offset-2 [overflow-wrap:anywhere] hover:decoration-accent"
      >
        {children}
      </Link>
    )
  )
}

/** Its room is kept while it is fetched: they are pictures of the console, about as wide and high as a window. */
function ownPicture(href: string, words: string): ReactNode | null {
  const address = pictureOf(href)
  return (
    address && (
      <img
        src={address}
        alt={words}
        className="my-3 aspect-[1280/900] w-full rounded-md border object-contain"
      />
    )
  )
}

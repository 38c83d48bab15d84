import { type Page, pageNames, pages } from '../../contract/pages.ts'

/** The files of a page's code, as the contract says: its layout's and its own. */
const codeOfPages: readonly (readonly string[])[] = pageNames.map((name) => {
  const { layout }: Page = pages[name]
  return [...(layout ? [`${layout}-layout.tsx`] : []), `${name}-page.tsx`]
})

/**
 * The modules of each page's code, in the order of the contract's list.
 * @param ids modules that are loaded on their own
 * @throws Error when the code of a page is not among them
 */
export function modulesOfPages(ids: readonly string[]): string[][] {
  return codeOfPages.map((files) =>
    files.map((file) => {
      const id = ids.find((one) => one.endsWith(`/${file}`))
      if (!id)
        throw new Error(`The router loads no ${file}, which the contract’s list of pages names.`)
      return id
    }),
  )
}

/** The same function, which makes its text once for each object and keeps it as long as that is kept. */
export function remembered<Item extends object>(
  make: (item: Item) => string,
): (item: Item) => string {
  const texts = new WeakMap<Item, string>()
  return (item) => {
    const known = texts.get(item)
    if (known !== undefined) return known
    const text = make(item)
    texts.set(item, text)
    return text
  }
}

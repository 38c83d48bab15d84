/** Texts that another one cannot hold: another one in each page. */
const mark = `\u0000whole ${Math.random().toString(36).slice(2)} `
const marked = new RegExp(`"\\\\u0000${mark.slice(1)}(-?\\d+)"`, 'g')

/** A JSON value as it is written out, whole numbers of any length (bigints) with every digit; `space`: blanks a level. */
export function jsonText(value: unknown, space = 2): string {
  let isExact = false
  const text = JSON.stringify(
    value,
    (_key, part: unknown) => {
      if (typeof part !== 'bigint') return part
      isExact = true
      return mark + part
    },
    space,
  )
  return isExact ? text.replaceAll(marked, '$1') : (text ?? '')
}

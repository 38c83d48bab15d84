/** How many were found and how many of them are shown, in words: “50 of more than 1,000 runs”. */
export function foundCount(
  shown: number,
  { total, is_total_capped }: { total: number; is_total_capped: boolean },
  [one, several]: readonly [string, string],
): string {
  const more = is_total_capped ? 'more than ' : ''
  const all = `${more}${total.toLocaleString('en')} ${total === 1 ? one : several}`
  return shown < total || is_total_capped ? `${shown.toLocaleString('en')} of ${all}` : all
}

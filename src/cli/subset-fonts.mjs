// @ts-check
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { checkoutRoot } from './checkout.mjs'

// To be run after an update of the fonts: `npm run fonts`. Makes the small files that hold what the console's
// own words are written with; every other letter is in the packages' files, which browsers fetch when one comes.
const { default: subsetFont } = await import('subset-font')
const folder = join(checkoutRoot, 'src/console/fonts')
/** Of what a font can do with its letters: their distances, figures of one width. Code has no ligatures. */
const fonts = [
  { family: 'Inter Variable', name: 'inter', keepFeatures: ['kern', 'tnum'] },
  { family: 'JetBrains Mono Variable', name: 'jetbrains-mono', keepFeatures: [] },
]
/** ASCII; no-break space, section, middle dot, times; dashes, quotes, bullet, ellipsis, angle; arrows, minus. */
const ranges =
  'U+0020-007E,U+00A0,U+00A7,U+00B7,U+00D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+203A,U+2191,U+2193,U+2212'
/** The weights of src/ui/tokens.css lie between these. */
const weights = { min: 400, max: 700 }

const letters = ranges
  .replaceAll('U+', '')
  .split(',')
  .flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16))
    return Array.from({ length: last - first + 1 }, (_one, index) => first + index)
  })
const { resolve } = createRequire(import.meta.url)
const faces = fonts.map(async ({ family, name, keepFeatures }) => {
  const whole = resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`)
  const options = {
    targetFormat: /** @type {const} */ ('woff2'),
    variationAxes: { wght: weights },
    keepFeatures,
  }
  const small = await subsetFont(await readFile(whole), String.fromCodePoint(...letters), options)
  await writeFile(join(folder, `${name}-basic.woff2`), small)
  const license = resolve(`@fontsource-variable/${name}/LICENSE`)
  await copyFile(license, join(folder, `${name}-license.txt`))
  return `@font-face {
  font-family: "${family}";
  font-style: normal;
  font-display: swap;
  font-weight: ${weights.min} ${weights.max};
  src: url("./${name}-basic.woff2") format("woff2");
  unicode-range: ${ranges.replaceAll(',', ', ')};
}
`
})
const head =
  '/* Made by `npm run fonts`. Comes after the packages’ faces: of two that fit, the later one is taken. */\n'
await writeFile(join(folder, 'basic.css'), head + (await Promise.all(faces)).join('\n'))
console.log(`Written to ${folder}`)

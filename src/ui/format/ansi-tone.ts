export type AnsiTone = 'red' | 'yellow' | 'green' | 'cyan' | 'blue' | 'magenta' | 'grey' | 'plain'

/** Where each hue ends, in degrees. */
const hues: readonly [number, AnsiTone][] = [
  [25, 'red'],
  [75, 'yellow'],
  [165, 'green'],
  [210, 'cyan'],
  [265, 'blue'],
  [335, 'magenta'],
  [360, 'red'],
]

/** The nearest of our tones to a colour as three numbers, `187, 0, 0`. Black and white are the ink of the theme. */
export function toneOf(rgb: string): AnsiTone {
  const [red = 0, green = 0, blue = 0] = rgb.split(',').map(Number)
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const span = most - least
  if (span < 32) return most < 48 || most > 224 ? 'plain' : 'grey'
  const sixth =
    most === red
      ? (green - blue) / span
      : most === green
        ? 2 + (blue - red) / span
        : 4 + (red - green) / span
  const hue = (sixth * 60 + 360) % 360
  return hues.find(([end]) => hue < end)?.[1] ?? 'red'
}

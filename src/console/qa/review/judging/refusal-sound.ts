let context: AudioContext | undefined

const seconds = 0.12
const hertz = 196
/** Of what the speakers are set to. */
const volume = 0.15

/** A short low tone: a key that was pressed counts for nothing. Silent where a browser has no sounds. */
export function playRefusal(): void {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const tone = context.createOscillator()
  const gain = context.createGain()
  const from = context.currentTime
  tone.frequency.value = hertz
  gain.gain.setValueAtTime(volume, from)
  gain.gain.linearRampToValueAtTime(0, from + seconds)
  tone.connect(gain).connect(context.destination)
  tone.start(from)
  tone.stop(from + seconds)
}

// @ts-check
// Keeps a processor busy until its input ends: so it ends with whoever started it, however that one ends.
process.stdin.resume().on('end', () => process.exit())

const sliceMs = 50
function spin() {
  const until = Date.now() + sliceMs
  while (Date.now() < until);
  setImmediate(spin)
}
spin()

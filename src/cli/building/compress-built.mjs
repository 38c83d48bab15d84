// @ts-check
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)
/** Below this the headers weigh more than what is saved. */
const LEAST_BYTES = 1_000

/**
 * Puts beside each script and style sheet what Brotli makes of it at its best, which takes too long while a
 * browser waits for it.
 * @param {string} folder
 */
export async function compressBuilt(folder) {
  const names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const body = await readFile(join(folder, name))
      if (body.length < LEAST_BYTES) return
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      }
      await writeFile(join(folder, `${name}.br`), await compress(body, { params }))
    }),
  )
}

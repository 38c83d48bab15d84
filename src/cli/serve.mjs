// @ts-check

/**
 * Starts the server in this process, so that signals reach it directly. Needs the packages installed.
 * @param {import('./commands/start.mjs').StartOptions & { isDev?: boolean }} options
 */
export async function serve(options) {
  const tsx = await import('tsx/esm/api')
  tsx.register()
  const { main } = await import('../server/main.ts')
  await main(options)
}

import * as z from 'zod/mini'

/** What is in a backup folder. The manifest is written last, so a backup without it is not whole. */
export const backupFiles = {
  manifest: 'manifest.json',
  database: 'database.tar',
  /** As in the data directory. `secret.key` opens the secrets in the database. */
  keys: ['api-key', 'secret.key', 'webhook-secret'],
  /** What deployments of the examples are built from, and the note that they were deployed. */
  examples: ['examples-repository', 'examples-deployed'],
} as const

export const Manifest = z.object({
  format: z.literal(1),
  created_at: z.string(),
  has_keys: z.boolean(),
  database_sha256: z.string(),
})
export type Manifest = z.infer<typeof Manifest>

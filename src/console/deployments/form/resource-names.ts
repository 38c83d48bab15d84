/** The published resources that are numbers, in the groups and words of the screen. */
export const resourceGroups = [
  {
    title: 'Replicas',
    names: { min_scale: 'Fewest', max_scale: 'Most' },
  },
  {
    title: 'Each replica',
    names: {
      cpu: 'Processors',
      cpu_limit: 'Processors, limit',
      memory_mb: 'Memory (MB)',
      memory_limit_mb: 'Memory, limit (MB)',
    },
  },
  {
    title: 'Queue workers',
    names: {
      queue_min_scale: 'Fewest',
      queue_max_scale: 'Most',
      queue_cpu: 'Processors',
      queue_cpu_limit: 'Processors, limit',
      queue_memory_mb: 'Memory (MB)',
      queue_memory_limit_mb: 'Memory, limit (MB)',
    },
  },
  {
    title: 'Database and Redis',
    names: {
      db_cpu: 'Processors',
      db_cpu_limit: 'Processors, limit',
      db_memory_mb: 'Memory (MB)',
      db_memory_limit_mb: 'Memory, limit (MB)',
      db_storage_gi: 'Storage (GiB)',
      db_max_connections: 'Most connections',
      redis_memory_mb: 'Memory of Redis (MB)',
    },
  },
] as const

type NamesOf<Group> = Group extends { names: infer Names } ? keyof Names : never
export type ResourceNumber = NamesOf<(typeof resourceGroups)[number]>

/** Their names, in the order of the screen. */
export const resourceNumbers = resourceGroups.flatMap(
  ({ names }) => Object.keys(names) as ResourceNumber[],
)

/** Of these alone a part may be given. */
export const fractional: readonly ResourceNumber[] = ['db_cpu', 'db_cpu_limit']

/** The published resources that only a cluster can give; each is written as it is sent. */
export const clusterNames = [
  'labels',
  'annotations',
  'service_account_name',
  'image_pull_secrets',
  'volumes',
  'volume_mounts',
  'init_containers',
  'sidecars',
] as const

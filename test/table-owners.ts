/** Whose store each table of the database is: a folder of `src/server`. */
export const tablesOf: Readonly<Record<string, readonly string[]>> = {
  'agent-server': [
    'assistant_versions',
    'assistants',
    'checkpoint_blobs',
    'checkpoint_writes',
    'checkpoints',
    'crons',
    'guarded_deployments',
    'request_keys',
    'run_events',
    'runs',
    'store_items',
    'threads',
    'webhook_calls',
  ],
  alerts: [
    'alert_channels',
    'alert_connection_checks',
    'alert_evaluator',
    'alert_events',
    'alert_messages',
    'alert_restarts',
    'alert_rules',
    'alert_server_facts',
    'alert_silences',
  ],
  cluster: ['servers'],
  'control-plane': [
    'deployments',
    'installation',
    'oauth_attempts',
    'oauth_connections',
    'oauth_providers',
    'previews',
    'revision_logs',
    'revision_packages',
    'revisions',
    'source_archive_parts',
    'source_archives',
  ],
  deletions: ['deletions'],
  embeds: [
    'embed_messages',
    'embed_renewals',
    'embed_threads',
    'embed_visitors',
    'embed_votes',
    'embeds',
    'widget_files',
  ],
  gateway: [
    'api_tokens',
    'audit_log',
    'connection_marks',
    'connection_probes',
    'connections',
    'operator_sessions',
    'operators',
    'saved_views',
    'sign_in_addresses',
  ],
  qa: [
    'qa_attempts',
    'qa_component_code',
    'qa_posts',
    'qa_sessions',
    'qa_suite_versions',
    'qa_suites',
    'qa_verdicts',
  ],
  retention: ['retention_removed', 'retention_rules', 'retention_sweeper'],
  tracing: ['feedback', 'feedback_tokens'],
  usage: ['run_usage'],
}

/** Where SQL names tables of another part all the same, and why. What is not used any more must be taken out. */
export const foreignTables: readonly {
  why: string
  files: Readonly<Record<string, readonly string[]>>
}[] = [
  {
    why: 'A condition of an alert is one statement over what it watches and what it found before; it only reads.',
    files: {
      'src/server/alerts/conditions/connections.ts': ['connections'],
      'src/server/alerts/conditions/not-serving.ts': ['deployments'],
      'src/server/alerts/conditions/processes.ts': ['deployments'],
      'src/server/alerts/conditions/rollouts.ts': ['deployments', 'revisions'],
      'src/server/alerts/conditions/runs.ts': ['deployments', 'runs'],
      'src/server/alerts/conditions/votes.ts': ['deployments', 'feedback'],
      'src/server/alerts/evaluate/connection-checks.ts': ['connections'],
      'src/server/alerts/evaluate/own-facts.ts': ['deployments'],
      'src/server/alerts/end-events.ts': ['connections', 'deployments', 'revisions'],
      'src/server/alerts/events/silence-store.ts': ['deployments'],
    },
  },
  {
    why: 'What is too old goes in one transaction, in batches, by conditions that all parts have a say in.',
    files: {
      'src/server/retention/preview.ts': [
        'checkpoint_blobs',
        'checkpoint_writes',
        'checkpoints',
        'feedback',
        'revision_logs',
        'run_events',
        'runs',
        'threads',
      ],
      'src/server/retention/remove-batch.ts': [
        'feedback',
        'feedback_tokens',
        'revision_logs',
        'run_events',
        'runs',
        'threads',
      ],
      'src/server/retention/rule-store.ts': ['deployments'],
      'src/server/retention/what-goes.ts': [
        'crons',
        'embed_threads',
        'previews',
        'qa_attempts',
        'qa_suite_versions',
        'runs',
      ],
    },
  },
  {
    why: 'Events of deployments with a rule of their own are kept by that rule, not by the hours of the server.',
    files: {
      'src/server/agent-server/streams/log/run-event-store.ts': ['previews', 'retention_rules'],
    },
  },
  {
    why: 'Whether the addresses of a run’s votes stay is decided in the transaction that deletes the run.',
    files: {
      'src/server/agent-server/threads/kept-addresses.ts': ['feedback', 'feedback_tokens'],
    },
  },
  {
    why: 'Operators see how much there is of everything; it only counts.',
    files: {
      'src/server/operations/health/read-counts.ts': ['deployments', 'revisions', 'runs'],
      'src/server/operations/health/read-processes.ts': ['servers'],
      'src/server/operations/health/read-queue.ts': ['deployments', 'runs'],
    },
  },
  {
    why: 'Votes are searched, shown and exported by what their run said, thousands at a time: a join, not a call for each.',
    files: {
      'src/server/tracing/feedback-filter.ts': ['previews'],
      'src/server/tracing/feedback-store.ts': ['guarded_deployments', 'runs'],
      'src/server/tracing/traced-runs.ts': ['guarded_deployments', 'runs'],
      'src/server/tracing/voted-run.ts': ['guarded_deployments', 'runs'],
    },
  },
  {
    why: 'A tracing project is a deployment by another word; it only reads which there are.',
    files: { 'src/server/tracing/project-store.ts': ['deployments'] },
  },
  {
    why: 'A line of a log leads to its run, which only its thread finds; it only reads where runs are.',
    files: { 'src/server/control-plane/revisions/log-store.ts': ['runs'] },
  },
  {
    why: 'What runs spent is told by the name of the assistant, and limited by the deployment of a preview.',
    files: {
      'src/server/embeds/usage-store.ts': ['run_usage'],
      'src/server/usage/usage-cap.ts': ['deployments', 'previews'],
      'src/server/usage/usage-store.ts': ['assistants'],
    },
  },
  {
    why: 'The audit log says how what was deleted was called, whatever part it was of; it only reads names.',
    files: {
      'src/server/gateway/audit/subject-name.ts': [
        'alert_channels',
        'alert_rules',
        'alert_silences',
        'assistants',
        'crons',
        'deployments',
        'embeds',
        'oauth_connections',
        'oauth_providers',
        'qa_sessions',
        'qa_suites',
        'threads',
      ],
    },
  },
  {
    why: 'The installation is one row; beside its name it keeps the sealed key, and what tells whether the secret is right.',
    files: {
      'src/server/secrets/api-key.ts': ['installation'],
      'src/server/secrets/secret-key.ts': ['installation'],
    },
  },
]

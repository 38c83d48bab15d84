-- What runs have spent: one row for each answer of a model. A run that is rolled back, a run or a thread that is deleted
-- leaves its rows here: what was spent stays spent.
create table run_usage (
  run_id uuid not null,
  -- The message's id, by which an answer is counted once.
  message_id text not null,
  deployment_id uuid not null,
  thread_id uuid not null,
  assistant_id uuid not null,
  revision_id uuid,
  -- Of the graph, not of a subgraph; null where the graph does not tell.
  step integer,
  node text,
  -- Null where neither the message nor the call of the model names it.
  model text,
  input_tokens bigint not null,
  output_tokens bigint not null,
  -- A part of the input, and a part of the output.
  cached_tokens bigint not null,
  reasoning_tokens bigint not null,
  at timestamptz not null,
  -- Taken back: no part of its thread any more.
  is_rolled_back boolean not null default false,
  primary key (run_id, message_id)
);
create index run_usage_of_deployment on run_usage (deployment_id, at);
create index run_usage_of_thread on run_usage (thread_id);

-- The most that a deployment may spend; null: as much as it likes.
alter table deployments add column usage_cap jsonb;

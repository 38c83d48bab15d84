-- What an attempt said, without ids and times: equal ones are equal answers. Those of before are filled in when they
-- are first asked for.
alter table qa_attempts add column fingerprint text;
create index qa_attempts_by_fingerprint on qa_attempts (fingerprint) where fingerprint is not null;

-- The attempts that a verdict is about, by target: of the repeats the first that had ended when it was given.
alter table qa_verdicts add column attempt_ids jsonb not null default '[]';
update qa_verdicts v set attempt_ids = (
  select jsonb_agg((
    select a.attempt_id from qa_attempts a
    where a.session_id = v.session_id and a.case_index = v.case_index and a.target = t.target
      and a.status <> 'lost' and a.ended_at <= v.at
    order by a.repeat, a.ended_at desc limit 1
  ) order by t.target)
  from qa_sessions q, generate_series(0, jsonb_array_length(q.targets) - 1) as t (target)
  where q.session_id = v.session_id
);

-- What is to stand as feedback on runs, and what stands there. They differ until it is posted.
create table qa_posts (
  post_id uuid primary key,
  session_id uuid not null references qa_sessions on delete cascade,
  case_index integer not null,
  target integer not null,
  reviewer text not null,
  run_id uuid not null,
  feedback_key text not null,
  -- A submission; null: nothing is to stand there.
  wanted jsonb,
  posted jsonb,
  -- Of the address that it was posted to, which a change is posted to again. The address itself is a bearer.
  token_hash text,
  -- Why it was refused, in a sentence; tried again from `next_try_at` on.
  problem text,
  tries integer not null default 0,
  next_try_at timestamptz not null,
  -- Until then a server has it in hand.
  claimed_until timestamptz,
  unique (session_id, case_index, target, reviewer, run_id, feedback_key)
);
create index qa_posts_to_do on qa_posts (next_try_at) where wanted is distinct from posted;

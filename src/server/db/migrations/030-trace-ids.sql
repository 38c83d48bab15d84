-- The trace that a run is a part of (W3C), and the span of whoever asked for it. Runs of before have none.
alter table runs add column trace_id text;
alter table runs add column trace_parent text;

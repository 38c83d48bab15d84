-- The URLs for feedback are told to whoever reads a run, and kept nowhere.
alter table runs drop column feedback;
update run_events e set data = r.feedback_keys::text
from runs r where r.run_id = e.run_id and e.event = 'feedback';
update runs set output = regexp_replace(
  output, ',?"__feedback__":\{("([^"\\]|\\.)*":"([^"\\]|\\.)*",?)*\}\}$', '}'
) where feedback_keys <> '[]' and output is not null;

-- Deployments whose serving revision brings rules of its own about who is answered what, an authorization above all.
-- Nothing of them is served without it, also while no process has it at hand.
create table guarded_deployments (deployment_id uuid primary key, has_auth boolean not null);

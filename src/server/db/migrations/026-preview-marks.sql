-- Threads and runs that were made at a preview say so, as those that are made from now on.
update threads t set metadata = t.metadata || jsonb_build_object('preview_of', p.deployment_id, 'revision_id', p.revision_id)
  from previews p where t.deployment_id = p.preview_id;
update runs r set metadata = r.metadata || jsonb_build_object('preview_of', p.deployment_id, 'revision_id', p.revision_id)
  from previews p where r.deployment_id = p.preview_id;
-- Elsewhere it is no word of a client's.
update threads set metadata = metadata - 'preview_of'
  where metadata ? 'preview_of' and deployment_id not in (select preview_id from previews);
update runs set metadata = metadata - 'preview_of'
  where metadata ? 'preview_of' and deployment_id not in (select preview_id from previews);

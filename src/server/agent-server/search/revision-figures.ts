import type { RevisionFigures } from '../../../contract/control-plane/revision-figures.ts'
import type { Queryable } from '../../db/database.ts'
import { ofSession } from '../../session-rows.ts'
import { figureParts, figureSums } from './run-figures.ts'

/** How the runs of a deployment went since a moment, by revision; without those that sessions made. */
export function figuresByRevision(
  db: Queryable,
  deploymentId: string,
  since: Date,
): Promise<RevisionFigures[]> {
  return db.query<RevisionFigures>(
    `select revision_id, ${figureSums}
     from (
       select revision_id, ${figureParts} from runs
       where deployment_id = $1 and created_at >= $2 and revision_id is not null and not ${ofSession('')}
     ) made group by revision_id`,
    [deploymentId, since],
  )
}

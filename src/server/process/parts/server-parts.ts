import { rm } from 'node:fs/promises'
import type { AgentServer } from '../../agent-server/agent-server.ts'
import type { Alerts } from '../../alerts/alerts.ts'
import type { Cluster } from '../../cluster/cluster.ts'
import type { ControlPlane } from '../../control-plane/control-plane.ts'
import type { Database } from '../../db/database.ts'
import type { Deletions } from '../../deletions/deletions.ts'
import type { Embeds } from '../../embeds/embeds.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Qa } from '../../qa/qa.ts'
import type { RetentionSweeps } from '../../retention/retention.ts'
import type { BoundPort } from '../listen.ts'
import type { DatabaseUpkeep } from './database-upkeep.ts'

/** What is running, in the course of a start. */
export interface ServerParts {
  lock: { release(): Promise<void> }
  listener?: BoundPort
  database?: Database
  cluster?: Cluster
  agentServer?: AgentServer
  controlPlane?: ControlPlane
  gateway?: Gateway
  embeds?: Embeds
  qa?: Qa
  alerts?: Alerts
  retention?: RetentionSweeps
  deletions?: Deletions
  report?: (error: Error) => void
  diskTimer?: NodeJS.Timeout
  upkeep?: DatabaseUpkeep
  /** Ends the attempt to deploy the examples in Python. */
  pythonExamples?: AbortController
  /** Holds nothing that is of use once no folder is served any more. */
  workingFolder?: string
  /** What tells commands where the server is. */
  addressFile?: string
}

/** In the order in which each part still needs the ones after it; a failing one keeps no other up. */
export async function stopParts(parts: ServerParts): Promise<void> {
  parts.pythonExamples?.abort()
  parts.listener?.drain()
  if (parts.addressFile) await rm(parts.addressFile, { force: true })
  const report = parts.report ?? (() => undefined)
  clearInterval(parts.diskTimer)
  await parts.deletions?.stop().catch(report)
  await parts.retention?.stop().catch(report)
  await parts.alerts?.stop().catch(report)
  await parts.qa?.stop().catch(report)
  await parts.controlPlane?.stop().catch(report)
  await parts.agentServer?.stop().catch(report)
  await parts.controlPlane?.closeLogs().catch(report)
  if (parts.workingFolder) {
    await rm(parts.workingFolder, { recursive: true, force: true }).catch(report)
  }
  await parts.gateway?.stop().catch(report)
  parts.embeds?.stop()
  await parts.listener?.close()
  await parts.upkeep?.stop()
  await parts.cluster?.leave().catch(report)
  await parts.database?.close().catch(report)
  await parts.lock.release()
}

import { createAgentServer } from '../../agent-server/agent-server.ts'
import { findRunOrigin } from '../../agent-server/runs/run-origin.ts'
import { readAsker } from '../../asker.ts'
import { createControlPlane } from '../../control-plane/control-plane.ts'
import type { EmbeddedDatabase } from '../../db/embedded.ts'
import { reachOf } from '../../outgoing/address-policy.ts'
import { createRetention } from '../../retention/retention.ts'
import { votedRuns } from '../../tracing/feedback-filter.ts'
import { createTracing } from '../../tracing/tracing.ts'
import { openPriceList } from '../../usage/price-file.ts'
import { allowedRepositories } from '../allowed-repositories.ts'
import { readOrMakeSecret } from '../data-dir.ts'
import { examplesRequest } from '../examples.ts'
import { canOthersReach } from '../server-options.ts'
import { DatabaseUpkeep } from './database-upkeep.ts'
import type { Foundations } from './foundations.ts'

export type Services = Awaited<ReturnType<typeof makeServices>>

/** The services that clients call with the API key: control plane, agent servers, feedback; and what keeps them small. */
export async function makeServices(ground: Foundations) {
  const { options, dataDir, parts, database, cluster, secretBox, apiKey, publicUrl } = ground
  const { isolation, log, now, report } = ground
  const common = { database, cluster, secretBox, apiKey, now, report }
  const priceList = openPriceList({
    file: options.prices ?? null,
    dataDir: dataDir.root,
    now,
    warn: (sentence) => log.warn(sentence),
  })
  const tracing = createTracing({
    ...common,
    tracingUrl: publicUrl,
    findRun: findRunOrigin,
    prices: priceList.current,
    history: {
      statesOf: (run) => agentServer.history.statesOf(run),
      valuesAt: (place, checkpointId) => agentServer.history.valuesAt(place, checkpointId),
    },
  })
  // Loaded where it is wanted only: it takes a while.
  const traces = options.traces
    ? (await import('../../agent-server/traces/export-traces.ts')).exportTraces({
        ...options.traces,
        warn: (sentence) => log.warn(sentence),
      })
    : null
  const agentServer = createAgentServer({
    database,
    cluster,
    now,
    apiKey,
    report,
    issueFeedbackUrls: tracing.issueFeedbackUrls,
    votedRuns,
    prices: priceList.current,
    traces,
    publicUrl,
    wakePreview: async (name) => parts.controlPlane?.wakePreview(name),
    wakePreviewById: async (id) => parts.controlPlane?.wakePreviewById(id),
    limits: options.engine?.limits ?? {},
    isolation,
    webhooks: {
      secret:
        options.engine?.webhookSecret ??
        (await readOrMakeSecret(dataDir, 'webhook-secret', 'whsec_', 'base64')),
      privateAddresses: options.engine?.webhookPrivateAddresses,
    },
  })
  parts.agentServer = agentServer
  if ('keepUp' in database) {
    const { keepUp } = database as EmbeddedDatabase
    parts.upkeep = new DatabaseUpkeep(() => keepUp(agentServer.isBusy), options.upkeepMs, report)
  }
  const controlPlane = await createControlPlane({
    ...common,
    host: agentServer.host,
    priceList,
    folders: dataDir,
    onOutput: options.onOutput,
    agentUrl: (name) => `${publicUrl}/agents/${name}`,
    baseUrl: `${publicUrl}/api-host`,
    isForbidden: (ip) => reachOf(ip) === 'never',
    pushPollMs: options.pushPollMs ?? 15_000,
    limits: options.rollouts?.limits ?? {},
    keptBuilds: options.rollouts?.keptBuilds ?? 3,
    previewIdleMs: options.rollouts?.previewIdleMs,
    isolation,
    examples: options.hasExamples === false ? null : examplesRequest(dataDir),
    pythonExamples: options.hasPythonExamples ? examplesRequest(dataDir, 'examples-python') : null,
    localRepositories: await allowedRepositories({
      repositories: options.rollouts?.repositories ?? null,
      isReachable: canOthersReach(options),
      examples: dataDir.examplesRepository,
    }),
  })
  parts.controlPlane = controlPlane
  const retention = createRetention(controlPlane.routes, {
    database,
    cluster,
    ...options.retention,
    askerOf: (header) => readAsker(secretBox, header),
    now,
    say: (sentence, facts) => log.info(facts, sentence),
    report,
  })
  parts.retention = retention
  parts.workingFolder = dataDir.working
  return { tracing, agentServer, controlPlane, retention }
}

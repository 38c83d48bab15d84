import type { Hono } from 'hono'
import type { AlertsContext } from './alerts-context.ts'
import { channelRoutes } from './channels/channel-routes.ts'
import { Evaluator } from './evaluate/evaluator.ts'
import { eventRoutes } from './event-routes.ts'
import { ruleRoutes } from './rules/rule-routes.ts'
import { Sender } from './send/sender.ts'

/** Rules, what they find, and whom that is told. */
export interface Alerts {
  /** Looks at the rules from now on, and sends what a former process left. */
  start(): Promise<void>
  /** Looks at the rules now; resolves when what they found is kept. */
  look(): Promise<void>
  /** Sends what is due; resolves when it is on its way. */
  send(): Promise<void>
  /** Gives back what is at work. */
  stop(): Promise<void>
}

/** Mounts alerts on the gateway's routes, whose rules guard them. */
export function createAlerts(routes: Hono, alerts: AlertsContext): Alerts {
  const sender = new Sender(alerts)
  const evaluator = new Evaluator(alerts, () => void sender.wake())
  const onChange = () => {
    // What was kept by the request is sent; then it is looked for more.
    void sender.wake()
    void evaluator.look()
  }
  channelRoutes(routes, alerts)
  ruleRoutes(routes, alerts, onChange)
  eventRoutes(routes, alerts, onChange)
  return {
    async start() {
      await evaluator.start()
      sender.start()
    },
    look: () => evaluator.look(),
    send: () => sender.wake(),
    async stop() {
      await evaluator.stop()
      await sender.stop()
    },
  }
}

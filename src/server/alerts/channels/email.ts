import { literalIp, reachOf } from '../../outgoing/address-policy.ts'
import { checkedAddresses } from '../../outgoing/checked-lookup.ts'
import type { AlertsContext } from '../alerts-context.ts'
import { type AlertPayload, headline } from '../payload.ts'
import type { OpenChannel } from './channel-store.ts'
import type { Delivery } from './delivery.ts'

const limitMs = 15_000

/**
 * Sends a message by SMTP. The host is resolved and checked here and connected to by its address, as all that goes out. A
 * password goes to no public server without TLS.
 */
export async function sendMail(
  { resolve }: Pick<AlertsContext, 'resolve'>,
  channel: Extract<OpenChannel, { kind: 'email' }>,
  payload: AlertPayload,
): Promise<Delivery> {
  const { smtp_host, smtp_port, smtp_security, smtp_username, password, from, to } = channel
  const hostname = literalIp(smtp_host) ?? smtp_host
  const [place] = await checkedAddresses(hostname, {
    resolve,
    isAllowed: (ip) => reachOf(ip) !== 'never',
    refusal: () => new Error(`${smtp_host} leads to a place that is not connected to from here.`),
  })
  const address = place?.address ?? hostname
  if (smtp_security === 'none' && password !== null && reachOf(address) === 'public') {
    const answer = 'The password is not sent to a public mail server without TLS.'
    return { wasTaken: false, isFinal: true, answer }
  }
  // Loaded where it is wanted only.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: address,
    port: smtp_port,
    secure: smtp_security === 'tls',
    requireTLS: smtp_security === 'starttls',
    ignoreTLS: smtp_security === 'none',
    ...(smtp_username === null ? {} : { auth: { user: smtp_username, pass: password ?? '' } }),
    ...(literalIp(smtp_host) === null ? { tls: { servername: smtp_host } } : {}),
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const { response } = await transport.sendMail({
      from,
      to,
      subject: `[Quarterdeck] ${headline(payload)}`,
      text: `${payload.detail}\n\n${payload.url}\n`,
      messageId: `<${payload.id}@quarterdeck.invalid>`,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Alert-Id': payload.id },
    })
    return { wasTaken: true, answer: `It answered ${response}` }
  } catch (error) {
    const { response, message } = error as Error & { response?: string }
    return { wasTaken: false, answer: response ? `It answered ${response}` : message }
  } finally {
    transport.close()
  }
}

import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  user: string | null
  text: string
}

/** A mail server on this machine that keeps what it takes. `password` is that of the user `alerts`; nobody signs in when absent. */
export async function startMailServer(password: string | null = null) {
  const received: ReceivedMail[] = []
  const mail = {
    received,
    port: 0,
    /** Refuses the next mails with these words. */
    refusal: null as string | null,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: password === null,
    allowInsecureAuth: true,
    disabledCommands: password === null ? ['AUTH'] : [],
    onAuth({ username, password: given }, _session, callback) {
      if (username === 'alerts' && given === password) callback(null, { user: username })
      else callback(new Error('Authentication failed'))
    },
    onData(stream, session, callback) {
      let text = ''
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      stream.on('end', () => {
        if (mail.refusal !== null) return callback(new Error(mail.refusal))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          user: session.user ?? null,
          text,
        })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  mail.port = (server.server.address() as AddressInfo).port
  return mail
}

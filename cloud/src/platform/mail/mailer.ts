import { isIP } from 'node:net'
import { rootCertificates } from 'node:tls'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import type { Config } from '../config.js'
import type { Clock } from '../time/clock.js'
import { isMailbox, oneLine } from './mail-text.js'

/** A mail to one person. */
interface OutgoingLetter {
  /** Makes the Message-ID, so that a mail which comes twice is one to whoever reads it. */
  readonly id: string
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

/** What became of handing a mail to the server. */
export type MailOutcome =
  | { readonly kind: 'sent' }
  /** The server refused this mail for good, or the address is none that can be written to. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may succeed later: no server, a full mailbox, a login that an operator has to put right. */
  | { readonly kind: 'failed'; readonly reason: string }

/** The one way out for e-mail: some connections to one mail server, kept for several mails. */
export interface Mailer extends AsyncDisposable {
  send(letter: OutgoingLetter, signal: AbortSignal): Promise<MailOutcome>
}

interface MailerDeps {
  readonly config: Pick<Config, 'smtpUrl' | 'mailFrom'>
  readonly clock: Clock
  /** Where people reach the service. */
  readonly publicUrl: () => string
  /** Certificates trusted besides the runtime's own, PEM. */
  readonly trustedCa?: readonly string[]
}

/** Connections to the mail server at most. */
export const connectionsAtMost = 5

/** What one mail may take, from the connection until the server has all of it, milliseconds. */
const handOverMs = 60_000

/**
 * How long the server may take to confirm a mail that it has, milliseconds. Many look through it meanwhile; whoever gives up
 * sooner sends again what was taken, each time it tries (RFC 5321, 4.5.3.2.6: ten minutes).
 */
const confirmMs = 600_000

const waits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  dnsTimeout: 10_000,
  // For a connection on which no mail is: the bounds above come sooner for one on which there is.
  socketTimeout: handOverMs + confirmMs,
}

/** The mailer of `SMTP_URL`; null where none is set. Nothing is connected before the first mail. */
export function createMailer({ config, clock, publicUrl, trustedCa = [] }: MailerDeps): Mailer | null {
  const { smtpUrl } = config
  if (smtpUrl === null) return null
  const transport = createTransport({
    pool: true,
    maxConnections: connectionsAtMost,
    // The row is tried again, with its wait; the library would send at once, and once more.
    maxRequeues: 0,
    // Texts of people never make the library read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    requireTLS: insistsOnTls(smtpUrl),
    ...waits,
    ...(trustedCa.length > 0 && { tls: { ca: [...rootCertificates, ...trustedCa] } }),
    url: smtpUrl,
  })
  // What a connection in the pool meets is reported to the mail on it; without this one that idles would end the process.
  transport.on('error', () => {})
  /** What is to be done once the server has all of a mail, by its Message-ID. */
  const onHandedOver = new Map<string, () => void>()
  transport.use('stream', ({ message, data: { messageId = '' } }, done) => {
    message.processFunc((whole) => whole.once('end', () => onHandedOver.get(messageId)?.()))
    done()
  })

  return {
    async send({ id, to, subject, text }, signal) {
      if (!isMailbox(to)) return { kind: 'refused', reason: 'the address is not one that can be written to' }
      const messageId = `<${id}@${mailHost(publicUrl())}>`
      const late = new AbortController()
      const giveUpAfter = (ms: number, reason: string) => clock.after(ms, () => late.abort(new Error(reason)))
      let cancel = giveUpAfter(handOverMs, 'the mail server took too long')
      onHandedOver.set(messageId, () => {
        cancel()
        cancel = giveUpAfter(confirmMs, 'the mail server has the mail and did not confirm it in time')
      })
      try {
        await transport.sendMail({
          from: senderOf(config.mailFrom ?? `Sightline <sightline@${mailHost(publicUrl())}>`),
          // As an object it is one address, whatever is in it.
          to: { name: '', address: to },
          subject: oneLine(subject),
          text,
          messageId,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.any([signal, late.signal]),
        })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(late.signal.aborted ? late.signal.reason : error)
      } finally {
        onHandedOver.delete(messageId)
        cancel()
      }
    },

    async [Symbol.asyncDispose]() {
      transport.close()
    },
  }
}

/** `Name <name@host>` or `name@host`, as parts: a comma in the name makes no second sender of it. */
function senderOf(from: string): { name: string; address: string } {
  const named = /^(.+) <([^<>]+)>$/.exec(from)
  return { name: named?.[1] ?? '', address: named?.[2] ?? from }
}

/** A password does not go over an open line, except to this machine. `?requireTLS=false` in the address undoes it. */
export function insistsOnTls(smtpUrl: string): boolean {
  const { protocol, username, hostname } = new URL(smtpUrl)
  const here = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  return protocol === 'smtp:' && username !== '' && !here
}

/** The host of an address, as one that mail may be from: an IP address is none. */
function mailHost(url: string): string {
  const { hostname } = new URL(url)
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? hostname : 'localhost'
}

/** The steps of SMTP in which the server speaks of this mail; before them it speaks of us. */
const mailSteps = new Set(['MAIL FROM', 'RCPT TO', 'DATA'])

/** Answers that ask for a login or for TLS (RFC 4954, 6; RFC 3207, 4): an operator's matter, not the mail's. */
const loginReplies = new Set([503, 530, 534, 535, 538])

/** What the library says of a failure beside its message. */
const Failure = z.object({
  /** The server's answer, if it gave one. */
  responseCode: z.number().optional().catch(undefined),
  /** The step that failed. */
  command: z.string().catch(''),
  code: z.string().catch(''),
})

function outcomeOf(error: unknown): MailOutcome {
  const { responseCode, command, code } = Failure.parse(error)
  const reason = oneLine(error instanceof Error ? error.message : String(error))
  if (responseCode === undefined) return { kind: code === 'EENVELOPE' ? 'refused' : 'failed', reason }
  const forGood = responseCode >= 500 && mailSteps.has(command) && !loginReplies.has(responseCode)
  return { kind: forGood ? 'refused' : 'failed', reason }
}

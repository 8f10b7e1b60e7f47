import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it came over the wire. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers by their name in lower case, unfolded; the last of a name wins. */
  readonly headers: Readonly<Record<string, string>>
  /** The header lines as they came. */
  readonly head: string
  /** The text, decoded from quoted-printable or base64. */
  readonly body: string
  /** The user that logged in, or null. */
  readonly user: string | null
  /** It came over TLS. */
  readonly secure: boolean
}

/** An answer of the server in place of its own: `550 no such user`. */
export interface MailRefusal {
  readonly at: 'connection' | 'from' | 'to' | 'data'
  readonly code: number
  readonly text: string
}

/** A real mail server on loopback, with what it received and how it is to answer. */
export interface Mailbox extends AsyncDisposable {
  /** smtp://127.0.0.1:port, without a user. */
  readonly url: string
  readonly port: number
  readonly mails: readonly ReceivedMail[]
  /** Mails that were begun, whatever became of them. */
  readonly attempts: number
  /** From now on answers so; null: takes everything. */
  answer(refusal: MailRefusal | null): void
  /** Called when a mail is wholly there, before it is confirmed; the answer waits for it. */
  beforeConfirming(wait: (() => Promise<void>) | null): void
  /** Connections that are open. */
  readonly connections: number
  close(): Promise<void>
}

export interface MailboxOptions {
  /** Default: any free one. */
  readonly port?: number
  /** Asks for a login before it takes a mail. */
  readonly login?: { readonly user: string; readonly password: string }
  /** Offers STARTTLS with this certificate; without one it speaks plain text only. */
  readonly tls?: { readonly key: string; readonly cert: string }
}

/** Starts a mail server that takes every mail, on 127.0.0.1. */
export async function startMailbox(options: MailboxOptions = {}): Promise<Mailbox> {
  const mails: ReceivedMail[] = []
  const state: { refusal: MailRefusal | null; wait: (() => Promise<void>) | null; attempts: number } = {
    refusal: null,
    wait: null,
    attempts: 0,
  }
  const refusalAt = (at: MailRefusal['at']): Error | null => {
    const { refusal } = state
    if (refusal?.at !== at) return null
    return Object.assign(new Error(refusal.text), { responseCode: refusal.code })
  }
  const server = new SMTPServer({
    ...protection(options),
    disableReverseLookup: true,
    // Connections that a client keeps for its next mail are not waited for.
    closeTimeout: 100,
    logger: false,
    onConnect: (_session, done) => done(refusalAt('connection')),
    onMailFrom: (_address, _session, done) => {
      state.attempts += 1
      done(refusalAt('from'))
    },
    onRcptTo: (_address, _session, done) => done(refusalAt('to')),
    onData: (stream, session, done) => {
      const { mailFrom, rcptTo } = session.envelope
      const user = typeof session.user === 'string' ? session.user : null
      const take = async () => {
        const whole = await text(stream)
        await state.wait?.()
        const refused = refusalAt('data')
        if (refused) throw refused
        const to = rcptTo.map(({ address }) => address)
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to,
          ...parse(whole),
          user,
          secure: session.secure,
        })
      }
      take().then(
        () => done(),
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
  server.on('error', () => {})
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = addressOf(server.server.address())
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mails,
    get attempts() {
      return state.attempts
    },
    answer: (refusal) => {
      state.refusal = refusal
    },
    beforeConfirming: (wait) => {
      state.wait = wait
    },
    get connections() {
      return server.connections.size
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** What the server asks for before it takes a mail. */
function protection({ login, tls }: MailboxOptions): SMTPServerOptions {
  const disabledCommands = [...(tls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])]
  return {
    disabledCommands,
    ...tls,
    authOptional: login === undefined,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(new Error('wrong user or password')),
  }
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (typeof address === 'object' && address !== null) return address
  throw new Error('the mail server has no port')
}

function parse(whole: string): Pick<ReceivedMail, 'headers' | 'head' | 'body'> {
  const end = whole.indexOf('\r\n\r\n')
  const head = whole.slice(0, end)
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decodeWords(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  )
  return {
    headers,
    head,
    body: decodeBody(whole.slice(end + 4), headers['content-transfer-encoding'] ?? '7bit'),
  }
}

function decodeBody(body: string, encoding: string): string {
  const plain =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('utf8')
      : encoding === 'quoted-printable'
        ? fromHex(body.replaceAll(/=\r\n/g, ''), '=')
        : body
  return plain.replaceAll('\r\n', '\n')
}

/** Words of RFC 2047. */
function decodeWords(header: string): string {
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_word, kind: string, coded: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(coded, 'base64').toString('utf8')
        : fromHex(coded.replaceAll('_', ' '), '='),
    )
}

function fromHex(coded: string, mark: string): string {
  return decodeURIComponent(coded.replaceAll('%', '%25').replaceAll(mark, '%'))
}

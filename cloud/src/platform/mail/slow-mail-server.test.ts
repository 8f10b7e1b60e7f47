import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { uuidv7 } from 'uuidv7'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Mailbox, startMailbox } from '#testing/mailbox.js'
import { createFakeClock, type FakeClock } from '../time/clock.fake.js'
import { createMailer, type Mailer } from './mailer.js'

const until = { timeout: 30_000, interval: 10 }
const minute = 60_000
let clock: FakeClock
const open: AsyncDisposable[] = []

beforeEach(() => {
  clock = createFakeClock()
})
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]()
})

function mailerOf(smtpUrl: string): Mailer {
  const config = { smtpUrl, mailFrom: null }
  const mailer = createMailer({ config, clock, publicUrl: () => 'https://video.example.com' })
  if (!mailer) throw new Error('no mailer')
  open.push(mailer)
  return mailer
}

/** Sends a mail; `outcome` is null for as long as nothing is known of it. */
function send(mailer: Mailer) {
  const sending: { outcome: Awaited<ReturnType<Mailer['send']>> | null } = { outcome: null }
  const letter = { id: uuidv7(), to: 'ann@example.com', subject: 's', text: 't' }
  void mailer.send(letter, new AbortController().signal).then((outcome) => {
    sending.outcome = outcome
  })
  return sending
}

/** The server has a whole mail, and confirms it once `confirmed` settles. */
const untilTaken = (mailbox: Mailbox, confirmed: Promise<void>) =>
  new Promise<void>((resolve) => {
    mailbox.beforeConfirming(() => {
      resolve()
      return confirmed
    })
  })

test('a server that is slow to confirm what it has is waited for, so that its reader gets it once', async () => {
  const mailbox = await startMailbox()
  open.push(mailbox)
  let confirm = () => {}
  const confirmed = new Promise<void>((resolve) => {
    confirm = resolve
  })
  const taken = untilTaken(mailbox, confirmed)
  const sending = send(mailerOf(mailbox.url))
  await taken
  await clock.advance(9 * minute)
  expect(sending.outcome).toBe(null)
  confirm()
  await vi.waitFor(() => expect(sending.outcome).toEqual({ kind: 'sent' }), until)
  expect(mailbox.mails).toHaveLength(1)
  expect(clock.waiting).toBe(0)
})

test('one that never confirms is given up after ten minutes, and the next mail goes by another connection', async () => {
  const mailbox = await startMailbox()
  open.push(mailbox)
  const taken = untilTaken(mailbox, new Promise(() => {}))
  const mailer = mailerOf(mailbox.url)
  const sending = send(mailer)
  await taken
  await clock.advance(10 * minute)
  const reason = 'the mail server has the mail and did not confirm it in time'
  await vi.waitFor(() => expect(sending.outcome).toEqual({ kind: 'failed', reason }), until)
  mailbox.beforeConfirming(null)
  const next = send(mailer)
  await vi.waitFor(() => expect(next.outcome).toEqual({ kind: 'sent' }), until)
})

/** It takes connections and speaks for ever, and never to the end of an answer. */
async function startTarpit() {
  const sockets = new Set<Socket>()
  const told = { begun: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.write('220 here\r\n')
    socket.once('data', () => {
      told.begun += 1
      const more = setInterval(() => socket.write('250-and more\r\n'), 20)
      socket.once('close', () => {
        clearInterval(more)
        sockets.delete(socket)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  open.push({ [Symbol.asyncDispose]: close })
  return { url: `smtp://127.0.0.1:${address.port}`, sockets, told }
}

test('one that never comes to the end of an answer is given up after a minute, with its connection', async () => {
  const tarpit = await startTarpit()
  const mailer = mailerOf(tarpit.url)
  const sent = Array.from({ length: 5 }, () => send(mailer))
  await vi.waitFor(() => expect(tarpit.told.begun).toBe(5), until)
  await clock.advance(minute - 1)
  expect(sent.map(({ outcome }) => outcome)).toEqual([null, null, null, null, null])
  await clock.advance(1)
  const failed = { kind: 'failed', reason: 'the mail server took too long' }
  for (const one of sent) await vi.waitFor(() => expect(one.outcome).toEqual(failed), until)
  await vi.waitFor(() => expect(tarpit.sockets.size).toBe(0), until)
  // Nothing of it stands in the way of the next ones.
  const next = send(mailer)
  await vi.waitFor(() => expect(tarpit.told.begun).toBe(6), until)
  await clock.advance(minute)
  await vi.waitFor(() => expect(next.outcome).toEqual(failed), until)
})

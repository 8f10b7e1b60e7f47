import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { clearDatabase } from '#testing/clear-database.js'
import { type Mailbox, startMailbox } from '#testing/mailbox.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { silentLog } from '../../../platform/log.js'
import { createMailer, type Mailer } from '../../../platform/mail/mailer.js'
import { mailIsConfigured, queueMail } from '../../../platform/mail/queue-mail.js'
import type { Platform } from '../../../platform/platform.js'
import { openKeyRing } from '../../../platform/secrets/keys.js'
import { createSecretBox } from '../../../platform/secrets/secret-box.js'
import { createMailLoop } from './mail-loop.js'

const orgId = uuidv7()
/** Of all nodes of a test. */
const masterKey = randomBytes(32).toString('hex')
const secretBox = createSecretBox(openKeyRing(masterKey))
const until = { timeout: 45_000, interval: 20 }
let scene: TestDatabase
let mailbox: Mailbox
let stop: AbortController
let running: Promise<void>[]
let mailers: Mailer[]

beforeAll(async () => {
  scene = await createTestDatabase()
})
afterAll(() => scene.close())
beforeEach(async () => {
  mailbox = await startMailbox()
  stop = new AbortController()
  running = []
  mailers = []
  await scene.database.forOrg(orgId).insertInto('organisations').values({ id: orgId, name: 'org' }).execute()
})
afterEach(async () => {
  stop.abort()
  await Promise.all(running)
  for (const mailer of mailers) await mailer[Symbol.asyncDispose]()
  await mailbox.close()
  await clearDatabase(scene)
})

/** A node that sends mail by `smtpUrl`. */
function startNode(smtpUrl: string | null, signal = stop.signal, database = scene.database): Platform {
  const config = { smtpUrl, mailFrom: 'Sightline <video@example.com>' }
  const platform = { ...createTestPlatform(scene, { config, masterKey }), database, log: silentLog }
  const mailer = createMailer(platform)
  if (mailer) mailers.push(mailer)
  running.push(platform.listener.run(signal), createMailLoop(platform, mailer).run(signal))
  return platform
}

const queue = (mail: Partial<Parameters<typeof queueMail>[2]> = {}) =>
  scene.database.inOrg(orgId, (tx) =>
    queueMail(tx, secretBox, {
      orgId,
      to: 'ann@example.com',
      subject: 'Hello',
      text: 'How are you?\n',
      ...mail,
    }),
  )

interface Row {
  status: string
  last_error: string | null
  waits: boolean
}

const rows = () =>
  scene.query<Row>(
    `select status, last_error, next_at > now() + interval '5 seconds' as waits from outgoing_mail order by id`,
  )

const ended = (count: number) =>
  vi.waitFor(async () => {
    const all = await rows()
    expect(all.filter(({ status }) => status !== 'pending')).toHaveLength(count)
    return all
  }, until)

test('a mail goes to its reader as it was written, once', async () => {
  await queue({ subject: 'Zürich: Tür offen', text: 'Grüße\n.\nfrom the yard ☀\n' })
  startNode(mailbox.url)
  expect(await ended(1)).toEqual([{ status: 'sent', last_error: null, waits: false }])
  // What a mail said may be a key to an account.
  expect(await scene.query('select body_text, sealed_text from outgoing_mail')).toEqual([
    { body_text: '', sealed_text: null },
  ])
  expect(mailbox.mails).toHaveLength(1)
  expect(mailbox.mails[0]).toMatchObject({
    from: 'video@example.com',
    to: ['ann@example.com'],
    body: 'Grüße\n.\nfrom the yard ☀\n',
  })
  expect(mailbox.mails[0]?.headers).toMatchObject({
    from: 'Sightline <video@example.com>',
    to: 'ann@example.com',
    subject: 'Zürich: Tür offen',
    'auto-submitted': 'auto-generated',
  })
})

test('a text waits sealed; without the key that sealed it the mail ends, and says why', async () => {
  await queue({ text: 'https://video.example.com/reset?token=canary' })
  expect(JSON.stringify(await scene.query('select * from outgoing_mail'))).not.toContain('canary')
  const [stored] = await scene.query<{ sealed: Buffer }>('select sealed_text as sealed from outgoing_mail')
  expect(stored?.sealed.includes('canary')).toBe(false)
  const config = { smtpUrl: mailbox.url }
  const stranger = createTestPlatform(scene, { config })
  const mailer = createMailer(stranger)
  if (mailer) mailers.push(mailer)
  running.push(createMailLoop(stranger, mailer).run(stop.signal))
  expect(await ended(1)).toEqual([
    { status: 'dropped', last_error: 'the text was sealed with a master key that is gone', waits: false },
  ])
  expect(mailbox.mails).toEqual([])
})

test.each([
  [
    'Vidéo, Halle 3 <video@mail.example.com>',
    'Vidéo, Halle 3 <video@mail.example.com>',
    'video@mail.example.com',
  ],
  ['video@mail.example.com', 'video@mail.example.com', 'video@mail.example.com'],
  [null, 'Sightline <sightline@video.example.com>', 'sightline@video.example.com'],
])('mail from %s is from one sender', async (mailFrom, header, envelope) => {
  const mailer = createMailer({ ...createTestPlatform(scene), config: { smtpUrl: mailbox.url, mailFrom } })
  if (!mailer) throw new Error('no mailer')
  mailers.push(mailer)
  const letter = { id: uuidv7(), to: 'ann@example.com', subject: 's', text: 't' }
  expect(await mailer.send(letter, stop.signal)).toEqual({ kind: 'sent' })
  expect(mailbox.mails[0]?.from).toBe(envelope)
  expect(mailbox.mails[0]?.headers.from?.replaceAll('"', '')).toBe(header)
})

test('the same cause queues one mail; a mail that was not committed is none', async () => {
  await queue({ dedupeKey: 'reset 1' })
  await queue({ dedupeKey: 'reset 1' })
  await scene.database
    .inOrg(orgId, async (tx) => {
      await queueMail(tx, secretBox, { orgId, to: 'bob@example.com', subject: 'never', text: '' })
      throw new Error('rolled back')
    })
    .catch(() => {})
  startNode(mailbox.url)
  await ended(1)
  expect(await rows()).toHaveLength(1)
})

test.each([
  ['a subject', { subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nevil' }],
  ['a subject in another script', { subject: 'Tür\nBcc: eve@example.com\u2028X-Evil: 1' }],
])('no header comes out of %s', async (_what, mail) => {
  await queue(mail)
  startNode(mailbox.url)
  await ended(1)
  expect(mailbox.mails[0]?.to).toEqual(['ann@example.com'])
  expect(mailbox.mails[0]?.head).not.toMatch(/^(bcc|x-evil)/im)
  expect(mailbox.mails[0]?.body).toBe('How are you?\n')
})

test.each([
  'ann@example.com, eve@example.com',
  'ann@example.com\r\nRCPT TO:<eve@example.com>',
  'Ann <ann@example.com>',
  'group: ann@example.com, eve@example.com;',
  '"ann eve"@example.com',
  'ann',
  '',
])('nobody is written to at %j', async (to) => {
  await queue({ to })
  startNode(mailbox.url)
  expect(await ended(1)).toMatchObject([{ status: 'failed', last_error: expect.stringContaining('address') }])
  expect(mailbox.attempts).toBe(0)
})

test.each(['from', 'to', 'data'] as const)(
  'an answer of 550 to %s ends the mail at once, with its words',
  async (at) => {
    mailbox.answer({ at, code: 550, text: 'no such person here' })
    await queue()
    startNode(mailbox.url)
    expect(await ended(1)).toMatchObject([
      { status: 'failed', last_error: expect.stringContaining('no such person here') },
    ])
    expect(mailbox.attempts).toBe(1)
  },
)

test.each([
  { at: 'to', code: 450, text: 'mailbox busy' },
  { at: 'data', code: 452, text: 'full' },
  { at: 'connection', code: 554, text: 'no service to you' },
  { at: 'connection', code: 421, text: 'too many connections' },
  { at: 'from', code: 530, text: 'log in first' },
] as const)('an answer of $code at $at is tried again later, and then goes out', async (refusal) => {
  mailbox.answer(refusal)
  await queue()
  startNode(mailbox.url)
  await vi.waitFor(async () => {
    expect(await rows()).toEqual([
      { status: 'pending', last_error: expect.stringContaining(refusal.text), waits: true },
    ])
  }, until)
  mailbox.answer(null)
  await scene.query('update outgoing_mail set next_at = now()')
  expect(await ended(1)).toMatchObject([{ status: 'sent', last_error: null }])
  expect(mailbox.mails).toHaveLength(1)
})

test('a wrong password loses nothing: the mail goes out once it is put right', async () => {
  await using guarded = await startMailbox({ login: { user: 'video', password: 'right' } })
  await queue()
  const wrong = new AbortController()
  startNode(`smtp://video:wrong@127.0.0.1:${guarded.port}`, wrong.signal)
  await vi.waitFor(async () => expect((await rows())[0]?.last_error).toMatch(/login|user|535/i), until)
  wrong.abort()
  await Promise.all(running)
  await scene.query('update outgoing_mail set next_at = now()')
  startNode(`smtp://video:right@127.0.0.1:${guarded.port}`)
  expect(await ended(1)).toMatchObject([{ status: 'sent' }])
  expect(guarded.mails).toMatchObject([{ user: 'video' }])
})

test.each([
  ['nobody listens', async () => ({ url: 'smtp://127.0.0.1:1', close: async () => {} })],
  ['the name does not exist', async () => ({ url: 'smtp://mail.invalid:25', close: async () => {} })],
  ['the server hangs up before a word', hangingUp],
])('%s: the mail waits', async (_what, server) => {
  const { url, close } = await server()
  await queue()
  startNode(url)
  await vi.waitFor(
    async () => expect(await rows()).toMatchObject([{ status: 'pending', waits: true }]),
    until,
  )
  expect((await rows())[0]?.last_error).not.toBe('')
  await close()
})

async function hangingUp() {
  const server = createServer((socket) => void socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

test('a mail that no server took for five days is given up, with the last reason', async () => {
  mailbox.answer({ at: 'to', code: 450, text: 'mailbox busy' })
  await queue()
  await scene.query(`update outgoing_mail set created_at = now() - interval '5 days'`)
  startNode(mailbox.url)
  expect(await ended(1)).toMatchObject([
    { status: 'failed', last_error: expect.stringContaining('mailbox busy') },
  ])
})

test('a password goes nowhere without TLS, but to this machine', async () => {
  await using open = await startMailbox({ login: { user: 'video', password: 'secret' } })
  const mailer = createMailer({
    ...createTestPlatform(scene),
    // A name that the library takes for another machine.
    config: { smtpUrl: `smtp://video:secret@0:${open.port}`, mailFrom: null },
  })
  if (!mailer) throw new Error('no mailer')
  mailers.push(mailer)
  const letter = { id: uuidv7(), to: 'ann@example.com', subject: 's', text: 't' }
  expect(await mailer.send(letter, stop.signal)).toMatchObject({
    kind: 'failed',
    reason: expect.stringMatching(/TLS/i),
  })
  expect(open.mails).toEqual([])
})

test('without a mail server a mail is left to a node that has one for an hour, then dropped', async () => {
  await queue()
  const first = startNode(null)
  expect(mailIsConfigured(first.config)).toBe(false)
  await vi.waitFor(
    async () => expect(await rows()).toMatchObject([{ status: 'pending', waits: true }]),
    until,
  )
  await scene.query(`update outgoing_mail set created_at = now() - interval '61 minutes', next_at = now()`)
  expect(await ended(1)).toMatchObject([{ status: 'dropped', last_error: 'no mail server is set' }])
})

test('two nodes send a hundred mails once each', async () => {
  for (let index = 0; index < 100; index += 1) await queue({ subject: `mail ${index}` })
  startNode(mailbox.url)
  startNode(mailbox.url)
  await ended(100)
  const subjects = mailbox.mails.map(({ headers }) => headers.subject)
  expect(new Set(subjects).size).toBe(100)
  expect(subjects).toHaveLength(100)
  expect(mailbox.connections).toBeLessThanOrEqual(10)
})

test('a node that ends while a mail is under way gives it back whole', async () => {
  let arrived = () => {}
  const underWay = new Promise<void>((resolve) => {
    arrived = resolve
  })
  let confirm = () => {}
  mailbox.beforeConfirming(() => {
    arrived()
    return new Promise((resolve) => {
      confirm = resolve
    })
  })
  await queue()
  const first = new AbortController()
  startNode(mailbox.url, first.signal)
  await underWay
  first.abort()
  await Promise.all(running)
  confirm()
  mailbox.beforeConfirming(null)
  expect(await rows()).toMatchObject([{ status: 'pending' }])
  startNode(mailbox.url)
  expect(await ended(1)).toMatchObject([{ status: 'sent' }])
  const ids = mailbox.mails.map(({ headers }) => headers['message-id'])
  expect(ids.length).toBeLessThanOrEqual(2)
  expect(new Set(ids).size).toBe(1)
})

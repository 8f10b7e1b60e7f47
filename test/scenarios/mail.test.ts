import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createTestDatabase, type Mailbox, startMailbox, type TestDatabase } from '@sightline/cloud/testing'
import { freePort } from '@sightline/protocol/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCertificate } from '../fakes/webhook-receiver/certificate.js'
import { CloudNode, until } from '../harness/index.js'

// A cloud process and a mail server with TLS and a login: what people get when one of the two dies.
const login = { user: 'video', password: 'a:secret/with@signs' }
const address = `${login.user}:${encodeURIComponent(login.password)}`
let folder: string
let database: TestDatabase
let tls: Awaited<ReturnType<typeof makeCertificate>>
let env: Record<string, string>
const open: AsyncDisposable[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sl-mail-'))
  database = await createTestDatabase()
  tls = await makeCertificate()
  await writeFile(path.join(folder, 'ca.pem'), tls.cert)
  env = {
    DATABASE_URL: database.address.url,
    MASTER_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: path.join(folder, 'data'),
    OWNER_PASSWORD: 'Correct-horse-1',
    MAIL_FROM: 'Sightline <video@example.com>',
    NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem'),
  }
})
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one[Symbol.asyncDispose]()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function startBox(port?: number): Promise<Mailbox> {
  const mailbox = await startMailbox({ login, tls, ...(port !== undefined && { port }) })
  open.push(mailbox)
  return mailbox
}

async function startNode(port: number): Promise<CloudNode> {
  const node = await CloudNode.start({
    ...env,
    SMTP_URL: `smtp://${address}@127.0.0.1:${port}?requireTLS=true`,
  })
  open.push(node)
  return node
}

/** Queues a mail as the slices do: a row. */
async function queue(subject: string): Promise<void> {
  await database.query(
    `insert into outgoing_mail (org_id, id, recipient, subject, body_text)
     select id, $1, 'ann@example.com', $2, 'Hello.' from organisations`,
    [randomUUID(), subject],
  )
}

const sent = (count: number) =>
  until(`${count} mails are sent`, async () => {
    const rows = await database.query(`select 1 from outgoing_mail where status = 'sent'`)
    return rows.length === count
  })

it('sends over STARTTLS with a login', async () => {
  const mailbox = await startBox()
  await startNode(mailbox.port)
  await queue('Welcome')
  await sent(1)
  expect(mailbox.mails).toMatchObject([
    { secure: true, user: login.user, to: ['ann@example.com'], headers: { subject: 'Welcome' } },
  ])
})

it('keeps what it queued while the mail server is dead, and sends it when it is back', async () => {
  const port = await freePort()
  await startNode(port)
  for (const subject of ['one', 'two', 'three']) await queue(subject)
  await until('each was tried in vain', async () => {
    const rows = await database.query(`select 1 from outgoing_mail where last_error is not null`)
    return rows.length === 3
  })
  const mailbox = await startBox(port)
  await database.query('update outgoing_mail set next_at = now()')
  await sent(3)
  expect(new Set(mailbox.mails.map(({ headers }) => headers.subject))).toEqual(
    new Set(['one', 'two', 'three']),
  )
  expect(mailbox.mails).toHaveLength(3)
})

it('sends a mail at most twice, as one message, if it is killed before it knows that the server took it', async () => {
  const mailbox = await startBox()
  const node = await startNode(mailbox.port)
  let confirm = (): void => undefined
  const killed = new Promise<void>((resolve) => {
    confirm = resolve
  })
  let taken = false
  mailbox.beforeConfirming(() => {
    taken = true
    return killed
  })
  await queue('Reset your password')
  await until('the mail is with the server', () => taken)
  await node.kill()
  mailbox.beforeConfirming(null)
  confirm()
  await node.start()
  const againAt = Date.now()
  await sent(1)
  const [mail] = await database.query<{ finished_at: Date }>('select finished_at from outgoing_mail')
  expect((mail?.finished_at.getTime() ?? Number.NaN) - againAt).toBeLessThan(30_000)
  await until('the first one is through as well', () => mailbox.mails.length === 2)
  const ids = mailbox.mails.map(({ headers }) => headers['message-id'])
  expect(new Set(ids).size).toBe(1)
})

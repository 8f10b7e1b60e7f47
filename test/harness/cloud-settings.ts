import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { TestDatabase } from '@sightline/cloud/testing'
import type { WebhookReceiver } from '../fakes/webhook-receiver/index.js'

/** The environment of the cloud processes of a world; makes what it names. */
export async function cloudSettings(
  folder: string,
  database: Pick<TestDatabase, 'address'>,
  receiver: WebhookReceiver,
  owner: { email: string; password: string },
): Promise<Record<string, string>> {
  const certificate = path.join(folder, 'receiver.pem')
  await mkdir(path.join(folder, 'cloud'), { recursive: true })
  await writeFile(certificate, receiver.certificate.cert)
  return {
    DATABASE_URL: database.address.url,
    MASTER_KEY: randomBytes(32).toString('hex'),
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    ORG_NAME: 'Test organisation',
    ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: certificate,
    LOG_LEVEL: 'debug',
  }
}

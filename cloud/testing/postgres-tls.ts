import { randomInt } from 'node:crypto'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findServerUser } from '#cloud/platform/embedded-postgres/server-user.js'
import { testCertificate } from './test-certificate.js'

/** How a server of tests takes clients by TLS alone, beside those of its socket. */
export interface PostgresTls extends AsyncDisposable {
  /** For `startTemporaryPostgres`. */
  readonly settings: Readonly<Record<string, string>>
  /** Where it listens. Its certificate is for 127.0.0.1: something has to lead from there. */
  readonly url: string
  /** PEM files: the certificate, which is an authority of its own, and its key. */
  readonly certificate: string
  readonly key: string
}

/** Of `askingDatabase` it wants a certificate of the client as well. */
export const askingDatabase = 'template1'

export async function preparePostgresTls(): Promise<PostgresTls> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slpgtls-'))
  const certificate = path.join(folder, 'cert.pem')
  const key = path.join(folder, 'key.pem')
  const access = path.join(folder, 'pg_hba.conf')
  await chmod(folder, 0o755)
  await writeFile(certificate, testCertificate.cert)
  await writeFile(key, testCertificate.key, { mode: 0o600 })
  await writeFile(
    access,
    [
      'local all all trust',
      `hostssl ${askingDatabase} all 127.0.0.0/8 trust clientcert=verify-ca`,
      'hostssl all all 127.0.0.0/8 trust',
      '',
    ].join('\n'),
  )
  const user = await findServerUser()
  if (user) for (const file of [certificate, key, access]) await chown(file, user.uid, user.gid)
  // An address of its own: the port, which the embedded server has once and for all, may be another's on 127.0.0.1.
  const host = `127.${[0, 1, 2].map(() => randomInt(1, 255)).join('.')}`
  return {
    settings: {
      listen_addresses: host,
      ssl: 'on',
      ssl_cert_file: certificate,
      ssl_key_file: key,
      ssl_ca_file: certificate,
      hba_file: access,
    },
    url: `postgresql://sightline@${host}:5432/postgres`,
    certificate,
    key,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

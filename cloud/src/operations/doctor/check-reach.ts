import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { leastInBucket } from '../../events/media/store/blob-store.service.js'
import { openBlobStore } from '../../events/media/store/open-blob-store.service.js'
import type { Config } from '../../platform/config.js'
import { addressDoubtHeader } from '../../platform/http/client-address.js'
import { checkMailServer } from '../../platform/mail/check-mail-server.js'
import { type Check, fail, ok, runCheck, skipped, warn } from './check.js'
import { type PartsStopped, whatStopsParts } from './parts-through.js'
import { proxyInDoubt } from './proxy-in-doubt.js'

const withinMs = 5_000

/** Media can be written, whether files or a bucket: one byte, as a part of an upload that nobody began. */
export function checkMediaStore(config: Config): Promise<Check> {
  const name = 'media store'
  const where = config.s3 ? `the bucket ${config.s3.bucket}` : `${config.dataDir}/media`
  const todo = config.s3
    ? 'check S3_BUCKET, S3_REGION and S3_ENDPOINT, and that S3_ACCESS_KEY_ID with its secret may put and delete objects'
    : `make ${where} writable for the user of the service`
  return runCheck(name, todo, async () => {
    if (!config.s3 && !existsSync(config.dataDir)) return skipped(name, 'no data folder yet')
    const store = openBlobStore(config)
    const id = randomUUID()
    const stored = await store.putPart(id, 1, oneByte(), 1)
    await store.dropParts(id)
    return stored === 'stored' ? ok(name, `${where}, writable`) : fail(name, `${where} does not store`, todo)
  })
}

async function* oneByte(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(0)
}

export function checkMail(config: Config): Promise<Check> {
  const name = 'mail server'
  const todo = 'check SMTP_URL: host, port, user and password, and that this machine may connect there'
  return runCheck(name, todo, async () => {
    const { smtpUrl } = config
    if (smtpUrl === null) return skipped(name, 'SMTP_URL is not set: no e-mail is sent')
    await checkMailServer(smtpUrl)
    return ok(name, `${new URL(smtpUrl).host} takes our login`)
  })
}

const Ready = z.object({ status: z.string() })

/** People and gateways reach the service where PUBLIC_URL says, and clips get there. */
export function checkPublicUrl(
  { publicUrl, host, port, s3 }: Pick<Config, 'publicUrl' | 'host' | 'port' | 's3'>,
  isRunning: boolean,
): Promise<Check> {
  const name = 'public url'
  const base = publicUrl ?? `http://${['0.0.0.0', '::'].includes(host) ? 'localhost' : host}:${port}`
  const url = `${base}/api/v1/health/ready`
  const todo =
    publicUrl === null
      ? 'set PUBLIC_URL to the address at which people reach the service'
      : 'check name, certificate and the proxy in front: it has to lead here'
  return runCheck(name, todo, async () => {
    if (!isRunning) return skipped(name, 'the service does not run')
    if (publicUrl === null && port === 0) return skipped(name, 'PORT is 0 and PUBLIC_URL is not set')
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(withinMs) })
    const said = Ready.safeParse(await answer.json().catch(() => null)).data?.status
    if (answer.status !== 200 || said !== 'ok') {
      return fail(name, `${url} answers ${answer.status}${said === undefined ? '' : ` ${said}`}`, todo)
    }
    const doubted = proxyInDoubt(name, base, answer.headers.get(addressDoubtHeader))
    if (doubted) return doubted
    const stopped = await whatStopsParts(base)
    if (stopped) return partsStopped(name, base, stopped, s3 !== null)
    return isOpenLine(base)
      ? warn(
          name,
          `${base} answers, without TLS: passwords can be read on the way`,
          'put a proxy with TLS in front',
        )
      : ok(name, `${base} answers`)
  })
}

/** Gateways send smaller parts where those get through; a bucket takes none of them. */
function partsStopped(name: string, base: string, { says, most }: PartsStopped, isBucket: boolean): Check {
  const goes = most === null ? 'nor do smaller ones' : `${sizeText(most)} do`
  const found = `${base} answers, but 8 MiB at once, a part of a clip, do not get through: ${says}; ${goes}`
  const todo =
    'have the proxy in front let bodies of 8 MiB through (nginx: client_max_body_size 16m; deploy/nginx.conf)'
  const comes = most !== null && (!isBucket || most >= leastInBucket)
  return comes ? warn(name, `${found}, and clips come in such parts`, todo) : fail(name, found, todo)
}

const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`

/** Plain http to anything but this machine. */
function isOpenLine(base: string): boolean {
  const { protocol, hostname } = new URL(base)
  return protocol === 'http:' && !/^(localhost|127\..*|\[::1\])$/.test(hostname)
}

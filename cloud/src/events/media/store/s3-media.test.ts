import { createHash, randomBytes } from 'node:crypto'
import { Agent, request as httpRequest } from 'node:http'
import type { UploadBegin, UploadPlan } from '@sightline/protocol'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { signInAs } from '#testing/test-user.js'
import { partSize } from '../uploads/upload-parts.js'
import { FakeS3 } from './s3-server.fake.js'

const bytes = randomBytes(partSize + 1_000_000)
let s3: FakeS3
let world: TestApp
let origin: string
let org: SeededOrg
const eventId = uuidv7()
const otherEventId = uuidv7()

beforeAll(async () => {
  // As large parts as Amazon asks for.
  s3 = await FakeS3.start()
  world = await createTestApp({ config: { s3: s3.options } })
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
  org = await seedOrg(world.test)
  await world.test.query(
    `insert into events (org_id, id, camera_id, site_id, gateway_id, event_category, trigger_source,
       triggered_at, clip_status)
     select $1, id, $3, $4, $5, 'motion', 'onvif', now(), 'uploading' from unnest($2::uuid[]) as id`,
    [org.orgId, [eventId, otherEventId], org.cameraId, org.siteId, org.gatewayId],
  )
})
afterAll(async () => {
  world.app.server.closeAllConnections()
  await world.close()
  await s3[Symbol.asyncDispose]()
})

const gateway = () => ({ orgId: org.orgId, gatewayId: org.gatewayId })

async function begin(id = eventId): Promise<UploadPlan> {
  const announced: UploadBegin = {
    event_id: id,
    kind: 'clip',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    content_type: 'video/mp4',
    codec: 'h264',
    width: 640,
    height: 360,
  }
  const answer = await world.services.uploads.beginUpload(gateway(), announced)
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

async function send({ number, url }: UploadPlan['parts'][number]): Promise<void> {
  const body = bytes.subarray((number - 1) * partSize, number * partSize)
  const answer = await fetch(new URL(url, origin), { method: 'PUT', body })
  expect([answer.status, await answer.text()]).toEqual([204, ''])
}

/** What the API gives out, at the address where the test serves. */
async function clipLink(): Promise<string> {
  const event = await world.call(await signInAs(world.platform, org.orgId, 'viewer', [org.siteId]), {
    url: `/api/v1/events/${eventId}`,
  })
  const { pathname, search } = new URL(String(event.json().clip_url))
  return `${origin}${pathname}${search}`
}

test('a clip goes in parts to the bucket, and its link leads to a presigned address', async () => {
  const first = await begin()
  expect(first.parts.map(({ number }) => number)).toEqual([1, 2])
  for (const part of first.parts.slice(1)) await send(part)
  const rest = await begin()
  expect(rest.parts.map(({ number }) => number)).toEqual([1])
  for (const part of rest.parts) await send(part)
  const done = await world.services.uploads.completeUpload(gateway(), { upload_id: rest.upload_id })
  expect(done).toEqual({ ok: true, value: {} })
  expect([s3.objects.size, s3.openUploads, s3.refused]).toEqual([1, 0, 0])

  const link = await clipLink()
  const redirect = await fetch(link, { redirect: 'manual' })
  const presigned = new URL(redirect.headers.get('location') ?? '')
  expect([redirect.status, presigned.origin]).toEqual([302, s3.options.endpoint])
  expect(Number(presigned.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(3600)
  expect(presigned.href).not.toContain(s3.options.secretAccessKey)

  const whole = await fetch(link)
  expect(whole.headers.get('content-type')).toBe('video/mp4')
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  const part = await fetch(link, { headers: { range: 'bytes=8388600-8388615' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 8388600-8388615/${bytes.length}`,
  ])
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(8_388_600, 8_388_616))

  // What HEAD asks for is known here.
  const head = await fetch(link, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
})

test('a store that fails in the midst of a part is what the sender hears of, and the next one is taken', async () => {
  const [part] = (await begin(otherEventId)).parts
  if (!part) throw new Error('nothing is asked for')
  s3.fault = 'hangs up'
  const sender = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => sender.destroy())
  const put = () =>
    new Promise<number>((resolve, reject) => {
      const request = httpRequest(new URL(part.url, origin), { method: 'PUT', agent: sender }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
      })
      request.once('error', reject)
      request.end(bytes.subarray(0, partSize))
    })
  expect(await put()).toBe(503)
  s3.fault = null
  expect(await put()).toBe(204)
})

test('a presigned address opens its own object only, and no other key signs one', async () => {
  const { headers } = await fetch(await clipLink(), { redirect: 'manual' })
  const presigned = new URL(headers.get('location') ?? '')
  const other = new URL(presigned)
  other.pathname = presigned.pathname.replace('objects/', 'uploads/')
  const later = new URL(presigned)
  later.searchParams.set('X-Amz-Expires', '604800')
  for (const url of [other, later]) expect((await fetch(url)).status).toBe(403)
})

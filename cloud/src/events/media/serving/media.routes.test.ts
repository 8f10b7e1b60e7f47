import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir, readlink, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import type { UploadBegin, UploadPlan } from '@sightline/protocol'
import { otherLetter } from '@sightline/protocol/testing'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import { type Clock, systemClock } from '../../../platform/time/clock.js'
import { getEvent } from '../../list/get-event.js'
import { createUploads } from '../uploads/upload.service.js'

const MiB = 1024 * 1024
let world: TestApp
let origin: string
let org: SeededOrg
let eventId: string
let stepMs = 0
/** The machine's clock, and what a test adds to it. */
const clock: Clock = { ...systemClock, now: () => Date.now() + stepMs }

beforeAll(async () => {
  world = await createTestApp({ clock })
  origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  // The test's own client keeps its connections for the next request.
  world.app.server.closeAllConnections()
  await world.close()
  await rm(world.platform.config.dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  stepMs = 0
  org = await seedOrg(world.test)
  eventId = await addEvent()
})

async function addEvent(clipStatus = 'uploading'): Promise<string> {
  const id = uuidv7()
  await world.test.query(
    `insert into events (org_id, id, camera_id, site_id, gateway_id, event_category, trigger_source,
       triggered_at, clip_status, clip_error)
     values ($1, $2, $3, $4, $5, 'motion', 'onvif', '2026-03-14T09:30:00.120Z', $6, $7)`,
    [
      org.orgId,
      id,
      org.cameraId,
      org.siteId,
      org.gatewayId,
      clipStatus,
      clipStatus === 'failed' ? 'no answer' : null,
    ],
  )
  return id
}

const gateway = () => ({ orgId: org.orgId, gatewayId: org.gatewayId })
const uploads = () => world.services.uploads

const announce = (bytes: Buffer, rest: Partial<UploadBegin> = {}): UploadBegin => ({
  event_id: eventId,
  kind: 'clip',
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  content_type: 'video/mp4',
  codec: 'h264',
  width: 640,
  height: 360,
  ...rest,
})

async function begin(body: UploadBegin): Promise<UploadPlan> {
  const answer = await uploads().beginUpload(gateway(), body)
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

const complete = (plan: UploadPlan) => uploads().completeUpload(gateway(), { upload_id: plan.upload_id })

async function put(url: string, bytes: Uint8Array, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(new URL(url, origin), { method: 'PUT', body: bytes, headers })
  await response.arrayBuffer()
  return response.status
}

const partOf = (bytes: Buffer, number: number) => bytes.subarray((number - 1) * 8 * MiB, number * 8 * MiB)

/** Sends the parts of a plan. */
async function send(plan: UploadPlan, bytes: Buffer): Promise<void> {
  for (const { number, url } of plan.parts) expect(await put(url, partOf(bytes, number))).toBe(204)
}

async function upload(bytes: Buffer, rest: Partial<UploadBegin> = {}): Promise<void> {
  const plan = await begin(announce(bytes, rest))
  await send(plan, bytes)
  expect(await complete(plan)).toEqual({ ok: true, value: {} })
}

const event = () =>
  getEvent({ database: world.platform.database, mediaLinks: world.services.mediaLinks }, org.owner, eventId)

/** The link of a medium, on the address where the test serves. */
async function linkOf(field: 'clip_url' | 'snapshot_url'): Promise<string> {
  const url = new URL(String((await event())[field]))
  expect(url.origin).toBe('https://video.example.com')
  return `${origin}${url.pathname}${url.search}`
}

/** Files of the media store that this process holds open. */
async function openMedia(): Promise<string[]> {
  const links = await readdir('/proc/self/fd')
  const files = await Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return files.filter((file) => file.startsWith(world.platform.config.dataDir))
}

async function partFiles(): Promise<string[]> {
  const folder = path.join(world.platform.config.dataDir, 'media', 'uploads')
  return readdir(folder).catch(() => [])
}

describe('upload', () => {
  test('three parts make the clip, and the event is ready', async () => {
    const bytes = randomBytes(16 * MiB + 12_345)
    const plan = await begin(announce(bytes))
    expect(plan).toMatchObject({ complete: false, part_size: 8 * MiB })
    expect(plan.parts.map(({ number }) => number)).toEqual([1, 2, 3])
    expect(plan.parts[0]?.url).toMatch(
      new RegExp(`^/api/v1/uploads/${plan.upload_id}/parts/1\\?org=${org.orgId}&exp=\\d+&sig=[\\w-]{43}$`),
    )
    await send({ ...plan, parts: plan.parts.toReversed() }, bytes)
    expect(await complete(plan)).toEqual({ ok: true, value: {} })
    expect(await event()).toMatchObject({
      clip_status: 'ready',
      clip_bytes: bytes.length,
      clip_sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    const fetched = Buffer.from(await (await fetch(await linkOf('clip_url'))).arrayBuffer())
    expect(fetched.equals(bytes)).toBe(true)
    expect(await partFiles()).toEqual([])
  })

  test('it is complete though its parts cannot be dropped', async () => {
    const bytes = randomBytes(1000)
    const plan = await begin(announce(bytes))
    await send(plan, bytes)
    expect(await complete(plan)).toMatchObject({ ok: true })
    const folder = path.join(world.platform.config.dataDir, 'media', 'uploads')
    await rename(folder, `${folder}.away`)
    try {
      // No folder: nothing can be removed in it.
      await writeFile(folder, '')
      expect(await complete(plan)).toEqual({ ok: true, value: {} })
      expect(await put(plan.parts[0]?.url ?? '', bytes)).toBe(204)
    } finally {
      await rm(folder)
      await rename(`${folder}.away`, folder)
    }
  })

  test('it is not taken where it was given up meanwhile, as by retention', async () => {
    const bytes = randomBytes(1000)
    const plan = await begin(announce(bytes))
    await send(plan, bytes)
    await world.test.query(
      `update media set state = 'deleted', deleted_at = now() where id = (select media_id from uploads where id = $1)`,
      [plan.upload_id],
    )
    await world.test.query(`update events set clip_status = 'expired' where id = $1`, [eventId])
    expect(await complete(plan)).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect(
      await world.test.query(
        `select media.state from media join uploads on uploads.media_id = media.id where uploads.id = $1`,
        [plan.upload_id],
      ),
    ).toEqual([{ state: 'deleted' }])
  })

  test('it goes on where it stopped, also on another node', async () => {
    const bytes = randomBytes(8 * MiB + 1)
    const plan = await begin(announce(bytes))
    const [first] = plan.parts
    expect(await put(first?.url ?? '', partOf(bytes, 1))).toBe(204)
    expect(await complete(plan)).toMatchObject({ ok: false, error: { code: 'parts_missing' } })
    const { mediaStore: store } = world.services
    const other = createUploads({
      ...world.platform,
      store,
      links: { pathOf: () => '/x', judge: () => 'forged' },
      hooks: world.services.hooks.events,
    })
    expect(await other.beginUpload(gateway(), announce(bytes))).toMatchObject({
      ok: true,
      value: { upload_id: plan.upload_id, complete: false, parts: [{ number: 2 }] },
    })
    await send(await begin(announce(bytes)), bytes)
    expect(await complete(plan)).toMatchObject({ ok: true })
  })

  test('asked at once, it is one upload; completed at once, it is complete', async () => {
    const bytes = randomBytes(1000)
    const plans = await Promise.all(Array.from({ length: 8 }, () => begin(announce(bytes))))
    expect(new Set(plans.map(({ upload_id: id }) => id)).size).toBe(1)
    const [plan] = plans
    if (!plan) throw new Error('eight plans')
    await send(plan, bytes)
    const answers = await Promise.all(Array.from({ length: 4 }, () => complete(plan)))
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ ok: true, value: {} })))
  })

  test('a repeat after the end, its answer lost, is complete at once', async () => {
    const bytes = randomBytes(1000)
    const plan = await begin(announce(bytes))
    await send(plan, bytes)
    await complete(plan)
    expect(await complete(plan)).toEqual({ ok: true, value: {} })
    expect(await begin(announce(bytes))).toEqual({ ...plan, complete: true, parts: [] })
    expect(await put(plan.parts[0]?.url ?? '', bytes)).toBe(204)
  })

  describe('where something on the way takes less than a part', () => {
    const least = 64 * 1024
    const sendCut = async ({ parts, part_size: size }: UploadPlan, bytes: Buffer) => {
      for (const { number, url } of parts)
        expect(await put(url, bytes.subarray((number - 1) * size, number * size))).toBe(204)
    }

    test('one that was begun in larger parts is cut anew, and nothing of it is left', async () => {
      const bytes = randomBytes(5 * least - 1)
      const whole = await begin(announce(bytes))
      // A part of the first cut may have got through.
      await send(whole, bytes)
      const small = await begin(announce(bytes, { most_part_bytes: least }))
      expect(small).toMatchObject({ complete: false, part_size: least })
      expect(small.parts).toHaveLength(5)
      expect(await put(whole.parts[0]?.url ?? '', bytes)).toBe(404)
      expect(await complete(whole)).toMatchObject({ ok: false, error: { code: 'not_found' } })
      await sendCut(small, bytes)
      expect(await complete(small)).toEqual({ ok: true, value: {} })
      expect((await event()).clip_status).toBe('ready')
      expect((await begin(announce(bytes))).complete).toBe(true)
      const left = await readdir(path.join(world.platform.config.dataDir, 'media', 'uploads'))
      expect(left.filter((id) => [whole.upload_id, small.upload_id].includes(id))).toEqual([])
    })

    test('one is cut anew as often as it is halved, and what was sent of a former cut is gone at once', async () => {
      const bytes = randomBytes(5 * least - 1)
      const first = await begin(announce(bytes, { most_part_bytes: 4 * least }))
      await sendCut(first, bytes)
      for (const most of [4 * least - 1, 3 * least, 2 * least + 1])
        expect(await begin(announce(bytes, { most_part_bytes: most }))).toMatchObject({
          upload_id: first.upload_id,
          part_size: 4 * least,
          parts: [],
        })
      const half = await begin(announce(bytes, { most_part_bytes: 2 * least - 10 }))
      expect(half.part_size).toBe(2 * least - 10)
      expect(await partFiles()).not.toContain(first.upload_id)
      await sendCut(half, bytes)
      // The smallest that there can be is less than half a step away.
      const smallest = await begin(announce(bytes, { most_part_bytes: least }))
      expect([smallest.part_size, smallest.upload_id === half.upload_id]).toEqual([least, false])
      const none = [first.upload_id, half.upload_id]
      expect((await partFiles()).filter((id) => none.includes(id))).toEqual([])
      await sendCut(smallest, bytes)
      expect(await complete(smallest)).toEqual({ ok: true, value: {} })
    })

    test('a part that is on its way while its upload is given up leaves nothing behind', async () => {
      const bytes = randomBytes(4 * least)
      const whole = await begin(announce(bytes))
      const { port, hostname } = new URL(origin)
      const socket = connect(Number(port), hostname)
      let answer = ''
      socket.on('data', (chunk: Buffer) => {
        answer += chunk.toString()
      })
      socket.write(
        `PUT ${whole.parts[0]?.url ?? ''} HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes.length}\r\nConnection: close\r\n\r\n`,
      )
      socket.write(bytes.subarray(0, least))
      await expect.poll(openMedia, { timeout: 20_000 }).not.toEqual([])
      const small = await begin(announce(bytes, { most_part_bytes: least }))
      expect(small.upload_id).not.toBe(whole.upload_id)
      socket.write(bytes.subarray(least))
      await expect.poll(() => answer, { timeout: 20_000 }).toMatch(/^HTTP\/1.1 404/)
      expect(await partFiles()).not.toContain(whole.upload_id)
      socket.destroy()
    })

    test('one goes on as it was begun where larger parts pass again', async () => {
      const bytes = randomBytes(3 * least)
      const { parts, ...small } = await begin(announce(bytes, { most_part_bytes: least }))
      await sendCut({ ...small, parts: parts.slice(0, 1) }, bytes)
      const again = await begin(announce(bytes))
      expect(again).toMatchObject({ upload_id: small.upload_id, part_size: least })
      expect(again.parts.map(({ number }) => number)).toEqual([2, 3])
      const larger = await begin(announce(bytes, { most_part_bytes: 2 * least }))
      expect(larger.upload_id).toBe(small.upload_id)
    })

    test('the first of very many parts are listed, and how many are missing', async () => {
      const { parts, missing } = await begin(
        announce(randomBytes(1), { bytes: 600 * least, most_part_bytes: least }),
      )
      expect([parts.length, parts.at(-1)?.number, missing]).toEqual([512, 512, 600])
    })
  })

  test('other bytes than announced are dropped, and can be sent again', async () => {
    const bytes = randomBytes(1000)
    const plan = await begin(announce(bytes))
    await send(plan, randomBytes(1000))
    expect(await complete(plan)).toMatchObject({ ok: false, error: { code: 'hash_mismatch' } })
    expect((await event()).clip_status).toBe('uploading')
    const again = await begin(announce(bytes))
    expect(again).toMatchObject({ upload_id: plan.upload_id, parts: [{ number: 1 }] })
    await send(again, bytes)
    expect(await complete(plan)).toMatchObject({ ok: true })
  })

  test('other bytes replace an upload under way, and conflict with a stored one', async () => {
    const [first, second] = [randomBytes(1000), randomBytes(2000)]
    const old = await begin(announce(first))
    await send(old, first)
    expect(await partFiles()).toContain(old.upload_id)
    const plan = await begin(announce(second))
    expect(plan.upload_id).not.toBe(old.upload_id)
    expect(await partFiles()).not.toContain(old.upload_id)
    expect(await put(old.parts[0]?.url ?? '', first)).toBe(404)
    expect(await complete(old)).toMatchObject({ error: { code: 'not_found' } })
    await send(plan, second)
    await complete(plan)
    expect(await uploads().beginUpload(gateway(), announce(first))).toMatchObject({
      error: { code: 'conflict' },
    })
  })

  test('a clip that comes for a failed event wins', async () => {
    eventId = await addEvent('failed')
    await upload(randomBytes(10))
    expect(await event()).toMatchObject({ clip_status: 'ready', clip_error: null })
  })

  test('a snapshot leaves the clip as it is', async () => {
    await upload(randomBytes(10), { kind: 'snapshot', content_type: 'image/jpeg', codec: null })
    expect(await event()).toMatchObject({
      clip_status: 'uploading',
      clip_url: null,
      snapshot_url: expect.any(String),
    })
  })

  test("what is too large, of a wrong type, unknown, deleted or another gateway's is refused", async () => {
    const codeOf = async (body: UploadBegin, who = gateway()) => {
      const answer = await uploads().beginUpload(who, body)
      return answer.ok ? 'ok' : answer.error.code
    }
    const body = announce(randomBytes(10))
    expect(await codeOf({ ...body, bytes: 3 * 1024 ** 3 })).toBe('too_large')
    expect(await codeOf({ ...body, content_type: 'image/jpeg' })).toBe('invalid')
    expect(await codeOf({ ...body, event_id: randomUUID() })).toBe('not_found')
    expect(await codeOf(body, { ...gateway(), gatewayId: randomUUID() })).toBe('not_found')
    const other = await seedOrg(world.test)
    expect(await codeOf(body, { orgId: other.orgId, gatewayId: other.gatewayId })).toBe('not_found')
    const plan = await begin(body)
    expect(
      await uploads().completeUpload(
        { ...gateway(), gatewayId: randomUUID() },
        { upload_id: plan.upload_id },
      ),
    ).toMatchObject({ error: { code: 'not_found' } })
    await world.test.query(`update events set deleted_at = now() where id = $1`, [eventId])
    expect(await codeOf(body)).toBe('not_found')
  })
})

describe('part', () => {
  test('one of another length is refused, and leaves nothing', async () => {
    const bytes = randomBytes(1000)
    const plan = await begin(announce(bytes))
    const url = plan.parts[0]?.url ?? ''
    expect(await put(url, bytes.subarray(1))).toBe(400)
    expect(await put(url, randomBytes(9 * MiB))).toBe(400)
    expect((await begin(announce(bytes))).parts).toHaveLength(1)
    expect(await put(url, bytes, { 'content-type': 'application/json' })).toBe(204)
  })

  test('one that is cut off leaves nothing', async () => {
    const bytes = randomBytes(1000)
    const plan = await begin(announce(bytes))
    const { port } = new URL(origin)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`PUT ${plan.parts[0]?.url} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n`)
    socket.write(bytes.subarray(0, 500))
    const folder = path.join(world.platform.config.dataDir, 'media', 'unfinished')
    await expect.poll(() => readdir(folder)).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => readdir(folder)).toEqual([])
    const parts = path.join(world.platform.config.dataDir, 'media', 'uploads', plan.upload_id)
    expect(await readdir(parts)).toEqual([])
    expect((await begin(announce(bytes))).parts).toHaveLength(1)
  })

  test('a link is for its part, its upload and its hour', async () => {
    const bytes = randomBytes(8 * MiB + 1)
    const plan = await begin(announce(bytes))
    const [one, two] = plan.parts.map(({ url }) => url)
    if (!one || !two) throw new Error('two parts')
    expect(await put(one.replace('/parts/1', '/parts/2'), partOf(bytes, 2))).toBe(403)
    expect(await put(one.replace(org.orgId, randomUUID()), partOf(bytes, 1))).toBe(403)
    expect(await put(one.replace(/&sig=.*/, ''), partOf(bytes, 1))).toBe(403)
    stepMs = 3601_000
    expect(await put(two, partOf(bytes, 2))).toBe(403)
  })
})

describe('fetch', () => {
  const bytes = randomBytes(100_000)
  let url: string
  beforeEach(async () => {
    await upload(bytes)
    url = await linkOf('clip_url')
  })

  test('the whole, with what a player needs', async () => {
    const response = await fetch(url)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '100000',
      'accept-ranges': 'bytes',
      'content-disposition':
        'inline; filename="Front door 2026-03-14 09-30-00Z.mp4"; ' +
        "filename*=UTF-8''Front%20door%202026-03-14%2009-30-00Z.mp4",
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^private, max-age=\d+, immutable$/),
      // The page of an integrator is of another origin.
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining("media-src 'self'"),
      etag: `"${createHash('sha256').update(bytes).digest('hex')}"`,
    })
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test.each([
    ['bytes=0-', 0, 99_999],
    ['bytes=1000-1999', 1000, 1999],
    ['bytes=-500', 99_500, 99_999],
    ['bytes=99999-200000', 99_999, 99_999],
  ])('%s', async (range, start, end) => {
    const response = await fetch(url, { headers: { range } })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/100000`)
    expect(response.headers.get('content-length')).toBe(String(end - start + 1))
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  test('a range beyond the end is 416', async () => {
    const response = await fetch(url, { headers: { range: 'bytes=100000-' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */100000'])
    expect(await response.text()).toBe('')
  })

  test('HEAD, If-None-Match and If-Range', async () => {
    const head = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-9' } })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([206, '10', ''])
    const etag = head.headers.get('etag') ?? ''
    const same = await fetch(url, { headers: { 'if-none-match': `"x", ${etag}` } })
    expect([same.status, await same.text()]).toEqual([304, ''])
    const part = await fetch(url, { headers: { 'if-range': etag, range: 'bytes=0-9' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
    const changed = await fetch(url, { headers: { 'if-range': '"other"', range: 'bytes=0-9' } })
    expect([changed.status, (await changed.arrayBuffer()).byteLength]).toEqual([200, 100_000])
  })

  test('a link that is not ours is 403, one whose time is over or whose event was deleted 410', async () => {
    const answerOf = async (address: string) => {
      const response = await fetch(address)
      return [response.status, ((await response.json()) as { error: { code: string } }).error.code]
    }
    const forbidden = [403, 'forbidden']
    expect(await answerOf(otherLetter(url, url.indexOf('sig=') + 'sig='.length))).toEqual(forbidden)
    expect(await answerOf(url.replace(/exp=\d+/, 'exp=9999999999'))).toEqual(forbidden)
    expect(await answerOf(url.replace(/\?.*/, ''))).toEqual(forbidden)
    expect(await answerOf(url.replace(org.orgId, randomUUID()))).toEqual(forbidden)
    const nowhere = world.services.mediaLinks.urlOf(org.orgId, randomUUID())
    expect(await answerOf(`${origin}${nowhere.slice('https://video.example.com'.length)}`)).toEqual([
      404,
      'not_found',
    ])
    stepMs = 3600_000
    expect(await answerOf(url)).toEqual([410, 'gone'])
    stepMs = 0
    await world.test.query(`update events set deleted_at = now() where id = $1`, [eventId])
    expect(await answerOf(url)).toEqual([410, 'gone'])
  })

  test('a reader that goes away leaves no file open', async () => {
    const big = randomBytes(8 * MiB)
    eventId = await addEvent()
    await upload(big)
    const controller = new AbortController()
    const response = await fetch(await linkOf('clip_url'), { signal: controller.signal })
    await response.body?.getReader().read()
    expect(await openMedia()).toHaveLength(1)
    controller.abort()
    await expect.poll(openMedia).toEqual([])
  })
})

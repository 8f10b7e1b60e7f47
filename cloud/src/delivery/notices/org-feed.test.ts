import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { signInAs } from '#testing/test-user.js'
import { credentialOf } from '../../identity/auth/standing.service.js'
import { ChangeHints } from '../../identity/changes/change-hints.service.js'
import { TimeSlice } from '../../platform/concurrency/time-slice.js'
import { systemClock } from '../../platform/time/clock.js'
import { NoticeListener } from './notice-listener.js'
import { NoticeStream } from './notice-stream.js'
import { Notices } from './notices.service.js'
import { OrgFeed } from './org-feed.js'

const from = { address: '127.0.0.1', userAgent: '' }

/** A feed to which ten listen, and what they are answered. */
async function openFeed(here: TestDatabase, orgId: string) {
  const platform = createTestPlatform(here)
  const { caller } = await signInAs(platform, orgId, 'owner')
  const feed = new OrgFeed(platform, orgId)
  await feed.open()
  const answers: PassThrough[] = []
  for (let n = 0; n < 10; n += 1) {
    const answer = new PassThrough()
    const stream = new NoticeStream(answer, platform.clock)
    stream.open()
    const listener = new NoticeListener({ caller, credential: credentialOf(caller), from }, stream)
    feed.listeners.add(listener)
    await feed.begin(listener, 'now')
    listener.confirm(caller)
    answers.push(answer)
  }
  return { feed, answers }
}

/** Of work in which others have their turn after each piece. */
function impatient(): TimeSlice {
  let nowMs = 0
  const monotonic = () => {
    nowMs += 1_000
    return nowMs
  }
  return new TimeSlice({ monotonic })
}

test('a beat while a batch is being told gives nobody its id who has not heard it', async () => {
  await using here = await createTestDatabase()
  const { orgId, cameraId } = await seedOrg(here)
  const { feed, answers } = await openFeed(here, orgId)
  await here.query(`update cameras set name = 'Back door' where id = $1`, [cameraId])
  const first = answers[0]?.readableLength ?? 0
  let beats = 0
  let isTelling = true
  const beat = () => {
    if ((answers[0]?.readableLength ?? 0) > first) {
      void feed.beat(new TimeSlice(systemClock))
      beats += 1
    }
    if (isTelling) setImmediate(beat)
  }
  beat()
  await feed.advance(impatient())
  isTelling = false
  expect(beats).toBeGreaterThan(1)
  await feed.beat(new TimeSlice(systemClock))
  for (const answer of answers) {
    const text = String(answer.read())
    const [, id] = /^id: (.*)\nevent: change$/m.exec(text) ?? []
    expect(text.split('event: change')).toHaveLength(2)
    expect(text.indexOf(`id: ${id}\n`)).toBe(text.indexOf(`id: ${id}\nevent: change`))
    expect(text.endsWith(`: beat\nid: ${id}\n\n`)).toBe(true)
  }
})

test('others have their turn while many hear a beat', async () => {
  await using here = await createTestDatabase()
  const { orgId } = await seedOrg(here)
  const { feed, answers } = await openFeed(here, orgId)
  const before = answers.map((answer) => answer.readableLength)
  const heard = () => answers.filter((answer, at) => answer.readableLength > (before[at] ?? 0)).length
  const beating = feed.beat(impatient())
  expect(heard()).toBe(1)
  await beating
  expect(heard()).toBe(answers.length)
})

test('who listens over a failover is sent to connect again, by which all is read again', async () => {
  await using here = await createTestDatabase()
  const { orgId, cameraId } = await seedOrg(here)
  const { feed, answers } = await openFeed(here, orgId)
  for (const answer of answers) answer.read()
  await here.query('update change_lineage set id = gen_random_uuid()')
  await here.query(`update cameras set name = 'Back door' where id = $1`, [cameraId])
  await feed.advance(new TimeSlice(systemClock))
  for (const answer of answers) {
    expect(String(answer.read())).toBe('event: end\ndata: {"reason":"unavailable"}\n\n')
    expect(answer.writableEnded).toBe(true)
  }
})

test('who has gone before they listen starts nothing', async () => {
  await using here = await createTestDatabase()
  const { orgId } = await seedOrg(here)
  const platform = createTestPlatform(here)
  const { caller } = await signInAs(platform, orgId, 'owner')
  using hints = new ChangeHints(platform)
  let watches = 0
  await using notices = new Notices(platform, {
    on: (heard) => {
      watches += 1
      return hints.on(heard)
    },
  })
  const listen = async (stream: NoticeStream) => {
    const asked = { caller, credential: credentialOf(caller), from, expiresAt: null, lastEventId: undefined }
    await notices.listen(stream, asked)
  }
  const gone = new NoticeStream(new PassThrough().destroy(), platform.clock)
  await listen(gone)
  expect([watches, notices.size]).toEqual([0, 0])
  const answer = new PassThrough()
  const there = new NoticeStream(answer, platform.clock)
  await listen(there)
  expect([watches, notices.size]).toEqual([1, 1])
  answer.destroy()
  await expect.poll(() => notices.size, { timeout: 10_000 }).toBe(0)
})

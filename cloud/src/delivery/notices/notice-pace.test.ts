import { PassThrough } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SeededOrg, seedOrg } from '#testing/seed.js'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.js'
import { createTestPlatform } from '#testing/test-platform.js'
import { signInAs } from '#testing/test-user.js'
import { credentialOf } from '../../identity/auth/standing.service.js'
import { ChangeHints } from '../../identity/changes/change-hints.service.js'
import { createFakeClock } from '../../platform/time/clock.fake.js'
import { ChangeWatch } from './change-watch.js'
import { NoticeStream } from './notice-stream.js'
import { Notices } from './notices.service.js'

let here: TestDatabase
let one: SeededOrg
let other: SeededOrg
beforeAll(async () => {
  here = await createTestDatabase()
  one = await seedOrg(here)
  other = await seedOrg(here)
})
afterAll(() => here.close())

function startNode() {
  const clock = createFakeClock(Date.now())
  const platform = createTestPlatform(here, { clock })
  const hints = new ChangeHints(platform)
  /** Waits until it holds, while the clock goes so far and then stands still. */
  const within = async (ms: number, holds: () => boolean) => {
    const endMs = clock.monotonic() + ms
    while (!holds()) {
      if (clock.monotonic() < endMs) await clock.advance(1)
      await pause(1)
    }
  }
  return { clock, platform, hints, within }
}

type Node = ReturnType<typeof startNode>

const rename = ({ platform }: Node, { orgId, cameraId }: SeededOrg, name: string) =>
  platform.database.inOrg(orgId, (tx) =>
    tx.updateTable('cameras').set({ name }).where('org_id', '=', orgId).where('id', '=', cameraId).execute(),
  )

/** @returns how often it was told of a change */
async function listen({ platform }: Node, notices: Notices, { orgId }: SeededOrg): Promise<() => number> {
  const { caller } = await signInAs(platform, orgId, 'owner')
  const answer = new PassThrough()
  let text = ''
  answer.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  const stream = new NoticeStream(answer, platform.clock)
  const from = { address: '127.0.0.1', userAgent: '' }
  const asked = { caller, credential: credentialOf(caller), from, expiresAt: null, lastEventId: undefined }
  await notices.listen(stream, asked)
  stream.open()
  return () => text.split('event: change').length - 1
}

test('a change is told at once after a rest, and what follows 100 ms later, together; nobody else waits for it', async () => {
  const node = startNode()
  using hints = node.hints
  await using notices = new Notices(node.platform, hints)
  const told = await listen(node, notices, one)
  const toldOther = await listen(node, notices, other)
  await node.clock.advance(1_000)

  await rename(node, one, 'First')
  await node.within(20, () => told() === 1)

  for (const name of ['Second', 'Third', 'Fourth']) await rename(node, one, name)
  await rename(node, other, 'Elsewhere')
  await node.within(20, () => toldOther() === 1)
  expect(told()).toBe(1)
  await node.within(150, () => told() === 2)

  await node.clock.advance(100)
  await rename(node, one, 'Fifth')
  await node.within(20, () => told() === 3)
})

test('after a change that no hint told of, the next ones are heard of soon', async () => {
  const node = startNode()
  using hints = node.hints
  let heard = 0
  const watch = new ChangeWatch(node.platform, hints, async ({ orgIds }) => {
    heard += orgIds.length
    return null
  })
  await watch.start()
  try {
    const change = (name: string) =>
      here.query('update cameras set name = $2 where id = $1', [one.cameraId, name])
    await node.clock.advance(1_000)
    // At its start it asks by itself, as if somebody had hinted: the first may be heard of by that.
    for (let count = 1; count <= 2; count += 1) {
      await change(`by rare statement ${count}`)
      await node.within(1_000, () => heard === count)
    }
    for (let count = 3; count <= 5; count += 1) {
      await change(`by statement ${count}`)
      await node.within(20, () => heard === count)
    }
  } finally {
    watch.stop()
  }
})

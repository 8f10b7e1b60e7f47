import pg from 'pg'
import { expect, it } from 'vitest'
import { ScriptedViewer } from '#testing/scripted-viewer.js'
import { createTestApp } from '#testing/test-app.js'
import { createFakeClock } from '../../platform/time/clock.fake.js'
import { waitUntil } from '../channel/test-nodes.fake.js'
import { addCamera } from './viewers/viewer.fixture.js'

it('stops in time though PostgreSQL does not take down who has watched', async () => {
  const clock = createFakeClock(Date.now())
  await using world = await createTestApp({ clock })
  const origin = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const org = await world.createOrg()
  const cameraId = await addCamera(world.test, org)
  const { token } = await org.signIn('viewer', [org.siteId])
  await using viewer = await ScriptedViewer.open({ origin, token })
  viewer.subscribe(1, cameraId)
  const subscriptions = async () => {
    const [row] = await world.test.query('select open from live_watchings where camera_id = $1', [cameraId])
    return row?.open
  }
  await waitUntil(async () => (await subscriptions()) === 1, 'the begin of the watching')
  const holder = new pg.Client({ connectionString: world.test.address.url })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table live_watchings in access exclusive mode')
    const { live } = world.services
    const stopped = live[Symbol.asyncDispose]()
    viewer.close()
    await waitUntil(() => live.size.subscriptions === 0, 'the end of the picture')
    await clock.advance(13_000)
    await stopped
    const { rows } = await holder.query('select open from live_watchings where camera_id = $1', [cameraId])
    expect(rows).toEqual([{ open: 1 }])
    // It was not waited for, and is taken down if there is time after all.
    await holder.query('rollback')
    await waitUntil(async () => (await subscriptions()) === 0, 'the end of the watching')
  } finally {
    await holder.end()
  }
})

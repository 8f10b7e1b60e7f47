import { expect } from 'vitest'
import { NoticeReader } from '#testing/notice-reader.js'
import { type Scene, setScene } from '#testing/scene.js'
import { createTestApp, type TestApp } from '#testing/test-app.js'
import type { SignedIn } from '#testing/test-user.js'

/** A node that listens on a port, with a scene. */
export interface NoticeWorld extends AsyncDisposable {
  readonly world: TestApp
  readonly scene: Scene
  readonly url: string
  listen(who: Pick<SignedIn, 'token'>, lastEventId?: string | null): Promise<NoticeReader>
}

export async function openNoticeWorld(): Promise<NoticeWorld> {
  const world = await createTestApp({ config: { allowedPrivateCidrs: ['127.0.0.0/8'] } })
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const scene = await setScene(world)
  return {
    world,
    scene,
    url,
    listen: (who, lastEventId) =>
      NoticeReader.open(url, { token: who.token, lastEventId: lastEventId ?? null }),
    [Symbol.asyncDispose]: () => world.close(),
  }
}

/** Waits until it is told what changes. */
export async function ready(reader: NoticeReader): Promise<NoticeReader> {
  expect(reader.status).toBe(200)
  await reader.named('ready')
  return reader
}

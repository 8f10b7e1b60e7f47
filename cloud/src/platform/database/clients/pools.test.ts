import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../../log.js'
import { createFakeClock } from '../../time/clock.fake.js'
import { openPools } from './pools.js'

// In front of a server that takes connections and says nothing: whoever is handed a client stands with it.
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket.on('error', () => undefined).resume())
})
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  url = `postgresql://sightline@127.0.0.1:${address.port}/sightline`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

it.each([
  ['requests', 4],
  ['reads', 3],
  ['lookup', 4],
] as const)(
  'of %s: whoever finds none free hears so within a second, and not at once',
  async (name, standing) => {
    const clock = createFakeClock()
    const pool = openPools({ url, rolesLogIn: false }, { log: silentLog, clock })[name]
    const failures: string[] = []
    const asked = Array.from({ length: 20 }, () =>
      pool.acquire('busy').then(
        () => failures.push('it was handed one'),
        (error: unknown) => failures.push(String(error)),
      ),
    )
    await clock.advance(500)
    expect(failures).toEqual([])
    await clock.advance(500)
    const refused = Array.from(
      { length: 20 - standing },
      () => 'DatabaseUnavailableError: no database client came free in time',
    )
    expect(failures).toEqual(refused)
    await expect.poll(() => sockets.size).toBe(standing)
    for (const socket of sockets) socket.destroy()
    sockets.clear()
    await Promise.all(asked)
    expect(failures.slice(refused.length)).toEqual(
      Array.from({ length: standing }, () => 'DatabaseUnavailableError: PostgreSQL cannot be reached'),
    )
    await pool.end()
  },
)

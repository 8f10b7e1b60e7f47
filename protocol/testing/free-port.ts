import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ports that Linux gives to whoever asks for any: nobody takes one while a program that had it is away. */
const first = 20_000
const each = 1000
const slices = 12

// Of files that run at the same time each has a slice of its own.
const slice = first + (Number(process.env.VITEST_POOL_ID ?? 0) % slices) * each
let next = randomInt(each)

/** A TCP port on loopback that nobody listens on, and that is given out once. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < each; tries += 1) {
    const port = slice + next
    next = (next + 1) % each
    if (await isFree(port)) return port
  }
  throw new Error(`no port to be had between ${slice} and ${slice + each}`)
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

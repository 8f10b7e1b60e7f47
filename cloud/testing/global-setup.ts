import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startWithTemplate } from './start-with-template.js'
import type { TemporaryPostgres } from './temporary-postgres.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Ask here for the test server; it starts with the first question. */
    testPostgresDesk: string
  }
}

/**
 * One PostgreSQL for a whole test run, started when the first file asks for it, so that runs without a
 * database pay nothing. Whoever connects to the desk is told the address of the migrated template.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sldesk-'))
  const desk = path.join(folder, 'desk')
  let starting: Promise<TemporaryPostgres> | undefined
  const server = createServer((socket) => {
    socket.on('error', () => {})
    starting ??= startWithTemplate()
    starting.then(
      (postgres) => socket.end(JSON.stringify({ url: postgres.url('postgres') })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    )
  })
  await new Promise<void>((resolve) => server.listen(desk, resolve))
  project.provide('testPostgresDesk', desk)
  return async () => {
    await new Promise((resolve) => server.close(resolve))
    await (await starting?.catch(() => undefined))?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

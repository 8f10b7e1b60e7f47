import { expect, test } from 'vitest'
import { z } from 'zod'
import { createFakeClock } from './clock.fake.js'
import { createLogger } from './logger.js'
import { OpenFilesWatch } from './open-files.js'

function listening(tryFile?: () => Promise<void>) {
  const said: string[] = []
  const write = (line: string) =>
    void said.push(z.object({ event: z.string() }).parse(JSON.parse(line)).event)
  const log = createLogger({ level: 'debug', human: false, write })
  const watch = new OpenFilesWatch({ clock: createFakeClock(), log, ...(tryFile && { tryFile }) })
  return { said, watch }
}

test('says once that there is no open file left, and once that there is again', async () => {
  let refusal: string | null = null
  const { said, watch } = listening(() =>
    refusal === null
      ? Promise.resolve()
      : Promise.reject(Object.assign(new Error('open'), { code: refusal })),
  )
  for (const answer of [null, 'EMFILE', 'EMFILE', null, null, 'ENFILE', 'ENFILE', null, 'ENOENT']) {
    refusal = answer
    await watch.look()
  }
  expect(said).toEqual(['files.none_left', 'files.free_again', 'files.none_left', 'files.free_again'])
})

test('says nothing where there are files', async () => {
  const { said, watch } = listening()
  await watch.look()
  expect(said).toEqual([])
})

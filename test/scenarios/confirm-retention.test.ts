import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createTestDatabase } from '@sightline/cloud/testing'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { runProgram } from '../harness/index.js'

const Confirmed = z.object({ believed_at: z.iso.datetime() })

it('`cloud retention confirm` says what time it is by PostgreSQL, and that this is believed', async () => {
  await using database = await createTestDatabase()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sl-confirm-'))
  await chmod(folder, 0o711)
  await database.query(
    `update retention_clock set believed_at = now() - interval '1 year', doubted_since = now(), agreed_since = now()`,
  )
  const { code, output } = await runProgram('cloud/dist/cli.js', {
    args: ['retention', 'confirm'],
    env: {
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: database.address.url,
      MASTER_KEY: randomBytes(32).toString('hex'),
    },
  })
  expect(code, output).toBe(0)
  const { believed_at: believedAt } = Confirmed.parse(
    JSON.parse(output.split('\n').find((line) => line.startsWith('{')) ?? output),
  )
  expect(
    await database.query(
      `select date_trunc('milliseconds', believed_at) = $1 as believed, believed_at > now() - interval '5 minutes' as lately, doubted_since, agreed_since
       from retention_clock`,
      [believedAt],
    ),
  ).toEqual([{ believed: true, lately: true, doubted_since: null, agreed_since: null }])
  await rm(folder, { recursive: true, force: true })
})

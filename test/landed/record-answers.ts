import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createTestDatabase, startTemporaryPostgres } from '@sightline/cloud/testing'
import { freePort } from '@sightline/protocol/testing'
import { ApiClient, until } from '../harness/index.js'
import type { Checkout } from './checkout.js'
import { answersFile, openLanded } from './landed-folder.js'
import { recorded } from './lost-in-answers.js'
import { readAgain, readAnswers, type ServiceAnswer, untilGivenUp } from './service-answers.js'

/**
 * Writes down what the programs of a commit answer to every GET, on the folder that they left. They are started twice: what is
 * another the second time is said to move.
 * @throws Error if they do not start
 */
export async function recordAnswers(commit: string, checkout: Checkout): Promise<void> {
  // The same one twice: what a service says of itself has its address.
  const port = await freePort()
  const first = await served(commit, checkout, port, (api) => readAnswers(api, '/api/v1/openapi.json'))
  const again = await served(commit, checkout, port, (api) => readAgain(api, first))
  await writeFile(answersFile(commit), `${JSON.stringify(recorded(first, again), null, 1)}\n`)
}

async function served<T extends readonly ServiceAnswer[] | ReadonlyMap<string, ServiceAnswer>>(
  commit: string,
  checkout: Checkout,
  port: number,
  read: (api: ApiClient) => Promise<T>,
): Promise<T> {
  const landed = await openLanded(commit)
  const folder = await mkdtemp(path.join(os.tmpdir(), 'landed-answers-'))
  const server = await startTemporaryPostgres()
  const database = await createTestDatabase({ server, isEmpty: true })
  try {
    const dataDir = path.join(folder, 'cloud')
    await landed.layMedia(dataDir)
    await database.query(landed.databaseSql)
    await using cloud = checkout.start('cloud/dist/main.js', [], {
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: database.address.url,
      MASTER_KEY: landed.masterKey,
      ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
      DATA_DIR: dataDir,
      OFFLINE_GRACE_SEC: '3',
    })
    const api = new ApiClient(`http://127.0.0.1:${port}`)
    await until('the cloud serves', async () => {
      if (cloud.ending !== null) throw new Error(`it ended at its start:\n${cloud.output}`)
      return (await api.get('/api/v1/health/ready')).status === 200
    })
    await api.login(landed.facts.owner.email, landed.facts.owner.password)
    await untilGivenUp(api, landed.facts.gateway_id)
    return await read(api)
  } finally {
    await database.close()
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

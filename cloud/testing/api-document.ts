import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buildApp } from '#cloud/app.js'
import { openDatabase } from '#cloud/platform/database/database.js'
import type { DatabaseAddress } from '#cloud/platform/database/database-address.js'
import { silentLog } from '#cloud/platform/log.js'
import { createServices } from '#cloud/services.js'
import { createTestPlatform } from './test-platform.js'

/** Nothing listens there, and nothing asks: routes are described without a request. */
const nowhere: DatabaseAddress = { url: 'postgres://127.0.0.1:1/nowhere', rolesLogIn: false }

/** The OpenAPI document as the service answers it, made without a database and without a socket. */
export async function apiDocument(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slapi-'))
  const database = openDatabase(nowhere, { log: silentLog })
  const platform = createTestPlatform({ address: nowhere, database, folder })
  const services = createServices(platform)
  const app = await buildApp(platform, services)
  try {
    return (await app.inject('/api/v1/openapi.json')).body
  } finally {
    await app.close()
    await services[Symbol.asyncDispose]()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { uuidv7 } from 'uuidv7'
import { type Config, parseConfig } from '#cloud/platform/config.js'
import { createListener } from '#cloud/platform/database/listener.js'
import { ClientAddresses } from '#cloud/platform/http/client-address.js'
import { silentLog } from '#cloud/platform/log.js'
import { createMetrics } from '#cloud/platform/metrics.js'
import type { Platform } from '#cloud/platform/platform.js'
import { openKeyRing } from '#cloud/platform/secrets/keys.js'
import { createSecretBox } from '#cloud/platform/secrets/secret-box.js'
import { type Clock, systemClock } from '#cloud/platform/time/clock.js'
import type { TestDatabase } from './test-database.js'

/** The platform on a database of tests. `config` overrides settings; two platforms are two nodes. */
export function createTestPlatform(
  test: Pick<TestDatabase, 'address' | 'database' | 'folder'>,
  options: { clock?: Clock; config?: Partial<Config>; masterKey?: string } = {},
): Platform {
  const clock = options.clock ?? systemClock
  const keys = openKeyRing(options.masterKey ?? randomBytes(32).toString('hex'))
  const dataDir = path.join(test.folder, uuidv7())
  const config = Object.freeze({
    ...parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://video.example.com' }),
    ...options.config,
  })
  return {
    config,
    database: test.database,
    clock,
    keys,
    secretBox: createSecretBox(keys),
    log: silentLog,
    clientAddresses: new ClientAddresses(config.trustedProxies, silentLog),
    listener: createListener(test.address, { clock: systemClock, log: silentLog }),
    metrics: createMetrics(),
    nodeId: uuidv7(),
    publicUrl: () => 'https://video.example.com',
  }
}

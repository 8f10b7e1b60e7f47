import { randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { uuidv7 } from 'uuidv7'
import { type Clock, systemClock } from '../platform/clock.js'
import { type Config, parseConfig } from '../platform/config.js'
import { openKeyRing } from '../platform/keys.js'
import { silentLog } from '../platform/log.js'
import { createMetrics } from '../platform/metrics.js'
import { createListener } from '../platform/notify.js'
import type { Platform } from '../platform/platform.js'
import { createSecretBox } from '../platform/secret-box.js'
import type { TestDatabase } from './test-database.js'

/** The platform on a database of tests. `config` overrides settings; two platforms are two nodes. */
export function createTestPlatform(
  test: Pick<TestDatabase, 'address' | 'database'>,
  options: { clock?: Clock; config?: Partial<Config>; masterKey?: string } = {},
): Platform {
  const clock = options.clock ?? systemClock
  const keys = openKeyRing(options.masterKey ?? randomBytes(32).toString('hex'))
  const dataDir = path.join(os.tmpdir(), `slcloud-${uuidv7()}`)
  return {
    config: Object.freeze({
      ...parseConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://video.example.com' }),
      ...options.config,
    }),
    database: test.database,
    clock,
    keys,
    secretBox: createSecretBox(keys),
    log: silentLog,
    listener: createListener(test.address, { clock, log: silentLog }),
    metrics: createMetrics(),
    nodeId: uuidv7(),
    publicUrl: () => 'https://video.example.com',
  }
}

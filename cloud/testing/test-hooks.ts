import { parseConfig } from '#cloud/platform/config.js'
import { wire } from '#cloud/wiring.js'

/** The hooks as the service has them, for tests that make a part of it without the others. No model is set. */
export const testHooks = wire({
  config: parseConfig({ DATA_DIR: '/nowhere', PUBLIC_URL: 'https://video.example.com' }),
})

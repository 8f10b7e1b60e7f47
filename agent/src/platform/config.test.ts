import { describe, expect, it } from 'vitest'
import { readConfig } from './config.js'

describe('readConfig', () => {
  it('reads lists, paths and the lower-case proxy', () => {
    const config = readConfig({
      AGENT_DATA_DIR: '/srv/agent',
      CAMERA_CIDRS: '127.0.0.0/8, 203.0.113.0/24',
      https_proxy: 'http://proxy.example:3128',
      ALLOWED_PRIVATE_CIDRS: '10.1.0.0/16',
      RELAY_KEY: 'rl_key',
      FFMPEG_PATH: ' ',
    })
    expect(config).toEqual({
      dataDir: '/srv/agent',
      ffmpegPath: null,
      cameraCidrs: ['127.0.0.0/8', '203.0.113.0/24'],
      allowedPrivateCidrs: ['10.1.0.0/16'],
      relayKey: 'rl_key',
      proxyUrl: 'http://proxy.example:3128',
      logLevel: 'info',
      reconnectMaxMs: 60_000,
    })
  })

  it.each([
    [{ CAMERA_CIDRS: '10.0.0.0/99' }, 'CAMERA_CIDRS'],
    [{ ALLOWED_PRIVATE_CIDRS: 'all' }, 'ALLOWED_PRIVATE_CIDRS'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ HTTPS_PROXY: 'proxy:3128' }, 'HTTPS_PROXY'],
  ])('names the variable that is wrong: %o', (env, name) => {
    expect(() => readConfig(env)).toThrow(name)
  })
})

import { describe, expect, it } from 'vitest'
import { readConfig } from './config.js'

describe('readConfig', () => {
  it('reads lists, paths and the lower-case proxy', () => {
    const config = readConfig({
      AGENT_DATA_DIR: '/srv/agent',
      CAMERA_CIDRS: '127.0.0.0/8, 203.0.113.0/24',
      https_proxy: 'http://proxy.example:3128',
      no_proxy: 'localhost, .example.com',
      ALLOWED_PRIVATE_CIDRS: '10.1.0.0/16',
      RELAY_KEY: 'rl_key',
      FFMPEG_PATH: ' ',
      CLIPS_MAX_GB: '1.5',
      UPLOAD_LIMIT_MBPS: '8',
      UPLOAD_SCHEDULE: '08:00-18:00=2',
    })
    expect(config).toEqual({
      dataDir: '/srv/agent',
      ffmpegPath: null,
      cameraCidrs: ['127.0.0.0/8', '203.0.113.0/24'],
      allowedPrivateCidrs: ['10.1.0.0/16'],
      relayKey: 'rl_key',
      proxyUrl: 'http://proxy.example:3128',
      noProxy: ['localhost', '.example.com'],
      logLevel: 'info',
      reconnectMaxMs: 60_000,
      cameraLostAfterMs: 12_000,
      cloudSilenceMs: 25_000,
      diskLimits: { quotaBytes: 1_500_000_000, reserveShare: 0.05 },
      uploadSchedule: {
        spans: [{ fromMin: 480, untilMin: 1080, limit: 2_000_000 }],
        otherwise: 8_000_000,
      },
    })
  })

  it.each([
    [{ CAMERA_CIDRS: '10.0.0.0/99' }, 'CAMERA_CIDRS'],
    [{ ALLOWED_PRIVATE_CIDRS: 'all' }, 'ALLOWED_PRIVATE_CIDRS'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ CLIPS_MAX_GB: 'all' }, 'CLIPS_MAX_GB: must be 0.1 to 1000000 GB'],
    [{ DISK_RESERVE_PERCENT: '90' }, 'DISK_RESERVE_PERCENT: must be 0 to 50 percent of the disk'],
    [{ UPLOAD_LIMIT_MBPS: '0' }, 'UPLOAD_LIMIT_MBPS: must be 0.1'],
    [{ UPLOAD_SCHEDULE: '8-18=2' }, 'UPLOAD_SCHEDULE: "8-18=2" is no entry of a schedule such as'],
    [{ CAMERA_SEARCH_AFTER_SEC: '-1' }, 'CAMERA_SEARCH_AFTER_SEC: must be 0 to 3600 seconds'],
    [{ HTTPS_PROXY: 'proxy:3128' }, 'HTTPS_PROXY'],
    [{ HTTPS_PROXY: 'http://name:a#b@proxy:3128' }, 'HTTPS_PROXY: must be a URL'],
    [{ HTTPS_PROXY: 'http://name:100%@proxy:3128' }, 'HTTPS_PROXY: must be a URL'],
  ])('names the variable that is wrong: %o', (env, name) => {
    expect(() => readConfig(env)).toThrow(name)
  })
})

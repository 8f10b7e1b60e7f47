import { describe, expect, it } from 'vitest'
import { agentStatus, cameraFacts } from './agent-status.fixture.js'
import { describeStatus } from './describe-status.js'

const time = '2026-03-14T09:26:53.589Z'

describe('describeStatus', () => {
  it('keeps within a page, whatever there is to be told', () => {
    const long = cameraFacts(
      {
        name: 'A camera with a name that is much too long',
        state: 'stream_limit',
        message: 'word '.repeat(60).trim(),
      },
      {
        stream: { codec: 'h265', width: 3840, height: 2160, fps: 12.5, gop_sec: 12.5, bitrate_kbps: 16384 },
        reconnects_last_hour: 1234,
        events: { state: 'unsupported', last_event_at: time, last_renew_at: null, motion_seen: false },
        motion: { state: 'watching', stream: 'sub', last_motion_at: null },
        warnings: [{ code: 'smart_codec', stream: 'main', value: 12 }],
      },
    )
    const text = describeStatus(
      agentStatus({
        cameras: [long],
        link: {
          state: 'waiting',
          meaning: 'cannot reach the cloud, trying again',
          error: 'getaddrinfo ENOTFOUND a-very-long-name.of-a-cloud.example.com '.repeat(2),
          clock_offset_ms: null,
        },
      }),
    )
    const widest = Math.max(...text.split('\n').map((line) => line.length))
    expect(widest).toBeLessThanOrEqual(100)
    expect(text).toContain('09:26:53')
    expect(text).toContain('Switch H.264+')
  })

  it('says how much is watched live, and whether the line keeps up, while somebody watches', () => {
    const stream = {
      camera_id: 'a',
      stream: 'main',
      rendition: 'source',
      frames: 50,
      bytes: 2_000_000,
    } as const
    expect(describeStatus(agentStatus())).not.toContain('watched')
    expect(describeStatus(agentStatus({ live: [{ ...stream, gaps: 0 }] }))).toMatch(
      /Live +1 stream is watched, 2 MB sent\n/,
    )
    const both = describeStatus(
      agentStatus({
        live: [
          { ...stream, gaps: 0 },
          { ...stream, gaps: 3 },
        ],
      }),
    )
    expect(both).toMatch(/Live +2 streams are watched, 4 MB sent; the line did not keep up with 1\n/)
  })

  it('shows a camera in one line', () => {
    const text = describeStatus(
      agentStatus({
        cameras: [
          cameraFacts(
            { name: 'Back door', state: 'online' },
            {
              events: { state: 'subscribed', last_event_at: time, last_renew_at: time, motion_seen: true },
              motion: { state: 'standby', stream: null, last_motion_at: '2026-03-14T09:20:00.000Z' },
            },
          ),
          cameraFacts({ name: 'Gate', state: 'online', recording: 'recording' }),
        ],
      }),
    )
    expect(text).toMatch(/Back door +online +1920x1080 h264 +25 +2 s +subscribed +standby +0 +09:26:53/)
    expect(text).toMatch(/Gate +recording +1920x1080/)
  })

  it('says how the first camera is added', () => {
    expect(describeStatus(agentStatus())).toContain('agent add')
  })

  it.each([
    ['0.2.0', '0.2.0 is available'],
    ['0.1.0', 'up for 2 h 5 min\n'],
    ['0.0.9', 'up for 2 h 5 min\n'],
    [null, 'up for 2 h 5 min\n'],
  ])('the newest version being %s', (newest_version, said) => {
    expect(describeStatus(agentStatus({ newest_version }))).toContain(said)
  })

  it.each([
    [12, '12 ms behind the cloud'],
    [-3000, '3000 ms ahead of the cloud'],
  ])('a clock that is %i ms off', (clock_offset_ms, said) => {
    const link = { ...agentStatus().link, clock_offset_ms }
    expect(describeStatus(agentStatus({ link, clock_synced: false }))).toContain(`NOT synchronised, ${said}`)
  })

  it('tells what on the way keeps recordings from getting through', () => {
    const obstacle = 'something on the way (nginx) answered in place of the cloud, with status 413'
    const text = describeStatus(agentStatus({ uploads: { waiting: 3, failed: 0, obstacle } }), 200)
    expect(text).toContain(`3 waiting, 0 failed; ${obstacle}`)
  })

  it('tells the disk, and what was lost', () => {
    const disk = {
      free_bytes: 12e9,
      size_bytes: 50e9,
      used_bytes: 3.2e9,
      quota_bytes: 10e9,
      reserve_bytes: 2e9,
      level: 'low' as const,
      losses: { events: 0, clips: 2, snapshots: 7 },
    }
    const text = describeStatus(agentStatus({ disk }))
    expect(text).toContain('12.0 GB free; recordings take 3.2 GB of 10.0 GB, LOW')
    expect(text).toContain('0 events, 2 clips, 7 snapshots')
    const none = { ...disk, losses: { events: 0, clips: 0, snapshots: 0 } }
    expect(describeStatus(agentStatus({ disk: none }))).not.toContain('Lost')
  })
})

import { describeWarning, isNewerVersion } from '@sightline/protocol'
import type { AgentStatus } from '../agent-socket/messages.js'
import { durationText, sizeText } from '../platform/amounts.js'
import { roundRate, seconds } from './describe-stream.js'
import { pageWidth, tableWithin, wrapped } from './table.js'

type CameraFacts = AgentStatus['cameras'][number]

/**
 * How an agent and its cameras are, for a person.
 * @param page characters that a line may have
 */
export function describeStatus(status: AgentStatus, page = pageWidth): string {
  const facts = [
    ['Gateway', status.gateway_id],
    ['Cloud', `${status.cloud_url}: ${status.link.meaning}${problem(status.link.error)}`],
    ['Version', versionText(status)],
    ['Clock', clockText(status)],
    ['Outbox', `${status.outbox.waiting} waiting, ${status.outbox.refused} refused by the cloud`],
    ['Uploads', uploadsText(status)],
    ...liveRows(status),
    ...diskRows(status),
    ['ffmpeg', status.ffmpeg ?? 'not found: clips are recorded, but have no snapshot'],
  ]
  const width = Math.max(...facts.map(([name = '']) => name.length)) + 2
  const lines = facts.map(([name = '', text = '']) =>
    wrapped(`${name.padEnd(width)}${text}`, ' '.repeat(width), page),
  )
  return [lines.join('\n'), cameraTable(status.cameras, page), ...remarks(status.cameras, page)].join('\n\n')
}

/** Nothing while nobody watches. */
function liveRows({ live }: AgentStatus): string[][] {
  if (live.length === 0) return []
  const bytes = live.reduce((sum, stream) => sum + stream.bytes, 0)
  const behind = live.filter(({ gaps }) => gaps > 0).length
  const line = behind === 0 ? '' : `; the line did not keep up with ${behind}`
  return [
    [
      'Live',
      `${live.length} ${live.length === 1 ? 'stream is' : 'streams are'} watched, ${sizeText(bytes)} sent${line}`,
    ],
  ]
}

function cameraTable(cameras: readonly CameraFacts[], page: number): string {
  if (cameras.length === 0)
    return 'There is no camera yet. agent discover lists those of this network, agent add adds one.'
  const headings = ['CAMERA', 'STATE', 'STREAM', 'FPS', 'KEY', 'EVENTS', 'MOTION', 'LOST', 'LAST']
  const most = [18, 12, 14, 4, 5, 11, 8, 4, 8]
  const rows = cameras.map(({ name, state, recording, report }) => [
    name,
    recording === 'recording' ? 'recording' : plain(state),
    report.stream ? `${report.stream.width}x${report.stream.height} ${report.stream.codec}` : '',
    optional(report.stream?.fps, roundRate),
    optional(report.stream?.gop_sec, seconds),
    report.events ? plain(report.events.state) : '',
    report.motion ? plain(report.motion.state) : '',
    String(report.reconnects_last_hour),
    lastEvent(report),
  ])
  const legend = wrapped(
    'KEY: seconds between keyframes. EVENTS: of the camera itself. LOST: connections of the last hour. LAST: event or movement, UTC.',
    '',
    page,
  )
  return `${tableWithin(page, headings, rows, most)}\n${legend}`
}

/** What a person can do something about, camera by camera. */
function remarks(cameras: readonly CameraFacts[], page: number): string[] {
  return cameras.flatMap(({ name, message, report }) => {
    const said = [
      ...(message === null ? [] : [message]),
      ...[report.events?.message, report.motion?.message].filter(isKnown),
      ...(report.warnings ?? []).flatMap((warning) => {
        const words = describeWarning(warning)
        return words ? [`${words.message} ${words.remedy}`] : []
      }),
    ]
    return said.length === 0
      ? []
      : [[name, ...said.map((text) => wrapped(`  ${text}`, '  ', page))].join('\n')]
  })
}

function lastEvent({ events, motion }: CameraFacts['report']): string {
  const times = [events?.last_event_at, motion?.last_motion_at].filter(isKnown)
  return times.toSorted().at(-1)?.slice(11, 19) ?? ''
}

function versionText({ version, newest_version: newest, uptime_sec: uptimeSec }: AgentStatus): string {
  const newer = newest !== null && isNewerVersion(newest, version) ? `; ${newest} is available` : ''
  return `${version}, up for ${durationText(uptimeSec)}${newer}`
}

function uploadsText({ uploads: { waiting, failed, obstacle } }: AgentStatus): string {
  const counts = `${waiting} waiting, ${failed} failed`
  return obstacle === null ? counts : `${counts}; ${obstacle}`
}

function clockText({ clock_synced: synced, link }: AgentStatus): string {
  const held =
    synced === null ? 'not known if held by a time service' : synced ? 'synchronised' : 'NOT synchronised'
  const offset = link.clock_offset_ms
  if (offset === null) return held
  return `${held}, ${Math.abs(offset)} ms ${offset < 0 ? 'ahead of' : 'behind'} the cloud`
}

function diskRows({ disk }: AgentStatus): [string, string][] {
  if (disk === null) return []
  const quota = disk.quota_bytes === null ? '' : ` of ${sizeText(disk.quota_bytes)}`
  const level = { ok: '', low: ', LOW', full: ', FULL: new events have no clip' }[disk.level]
  const { events, clips, snapshots } = disk.losses
  const rows: [string, string][] = [
    [
      'Disk',
      `${sizeText(disk.free_bytes)} free; recordings take ${sizeText(disk.used_bytes)}${quota}${level}`,
    ],
  ]
  if (events + clips + snapshots > 0)
    rows.push([
      'Lost',
      `${events} events, ${clips} clips, ${snapshots} snapshots: no room for them, or refused by the cloud`,
    ])
  return rows
}

const isKnown = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** Nothing for what is not known. */
function optional<T>(value: T | null | undefined, toText: (value: T) => string): string {
  return isKnown(value) ? toText(value) : ''
}

const plain = (word: string): string => word.replaceAll('_', ' ')

function problem(error: string | null): string {
  return error === null ? '' : ` (${error})`
}

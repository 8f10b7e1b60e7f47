import { type GatewayBacklog, type GatewayFigures, isNewerVersion } from '@sightline/protocol'
import type { Config } from '../../../platform/config.js'
import { toTimestampOrNull } from '../../../platform/database/parsing.js'
import type { MeasuredGateway, MeasuredTelemetry } from '../gateway.repository.js'
import { roomSec, uploadSec } from './gateway-pace.js'
import { troublesOf } from './gateway-troubles.js'

/** What a gateway last measured, and what follows from it. @param report undefined before the first */
export function showFigures(
  gateway: MeasuredGateway,
  report: MeasuredTelemetry | undefined,
  { newestAgentVersion, now }: Pick<Config, 'newestAgentVersion'> & { readonly now: Date },
): GatewayFigures {
  const waiting = backlogOf(report)
  const upstream = report?.upstream_mbps ?? null
  const { recorded_mb: mb, recorded_sec: sec } = report ?? {}
  const { storage, clock_synced: synced, clock_offset_ms: offsetMs, version } = gateway
  return {
    gateway_id: gateway.id,
    cpu_percent: report?.cpu_percent ?? null,
    cpu_count: report?.cpu_count ?? null,
    memory_mb: report?.memory_mb ?? null,
    last_heartbeat_at: toTimestampOrNull(gateway.last_heartbeat_at),
    reported_at: toTimestampOrNull(report?.reported_at ?? null),
    storage,
    losses: gateway.losses,
    network_throughput: { upstream_mbps: upstream, downstream_mbps: report?.downstream_mbps ?? null },
    clock: { synced, offset_ms: offsetMs },
    waiting,
    upload_sec: uploadSec(waiting, upstream),
    upload_obstacle: report?.upload_obstacle ?? null,
    room_sec: roomSec(storage, typeof mb === 'number' && typeof sec === 'number' ? { mb, sec } : null),
    troubles: troublesOf(
      {
        status: gateway.status,
        hasDuplicate: 'duplicate_identity' in gateway.diagnostics,
        disk: storage?.level ?? null,
        oldestClip: report?.waiting_oldest_at ?? null,
        clock: { synced, offsetMs },
        cpuPercent: report?.cpu_percent ?? null,
        isOutdated: version === null ? null : isNewerVersion(newestAgentVersion, version),
      },
      now,
    ),
  }
}

function backlogOf(report: MeasuredTelemetry | undefined): GatewayBacklog | null {
  if (!report || report.waiting_clips === null || report.waiting_mb === null) return null
  return {
    clips: report.waiting_clips,
    mb: report.waiting_mb,
    oldest_at: toTimestampOrNull(report.waiting_oldest_at),
  }
}

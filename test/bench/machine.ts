import os from 'node:os'
import type { Ffmpeg } from '@sightline/agent/testing'

/** What the figures were measured on. */
export function machineOf(ffmpeg: Ffmpeg | null, postgres: string | null): string {
  const model = os.cpus()[0]?.model.trim() ?? 'unknown processor'
  return [
    `${os.availableParallelism()} cores (${model})`,
    `${Math.round(os.totalmem() / 2 ** 30)} GiB`,
    `${os.type()} ${os.release()}`,
    `Node ${process.versions.node}`,
    ffmpeg === null ? 'no ffmpeg' : `ffmpeg ${ffmpeg.version} (${ffmpeg.from})`,
    postgres === null ? 'PostgreSQL not used' : `PostgreSQL ${postgres}`,
    `load ${os.loadavg()[0]?.toFixed(1)}`,
  ].join(', ')
}

import type { RecordedVolume } from '../recording/recorded-volume.js'
import type { RecordingFigures } from '../telemetry/sample.js'
import type { UploadQueue } from '../upload/upload-queue.js'

const bytesPerMb = 1024 * 1024

/** Reads what waits for its upload. @throws what the database throws that cannot be read now */
export async function readRecordingFigures(
  uploads: UploadQueue,
  { lately }: RecordedVolume,
): Promise<RecordingFigures> {
  const { clips, bytes, oldestClipMs } = await uploads.backlog()
  return {
    waiting: {
      clips,
      mb: toMb(bytes),
      oldest_at: oldestClipMs === null ? null : new Date(oldestClipMs).toISOString(),
    },
    recorded: { mb: toMb(lately.bytes), sec: lately.sec },
  }
}

function toMb(bytes: number): number {
  return Math.round((bytes / bytesPerMb) * 10) / 10
}

import type { CameraStatusReport } from '@sightline/protocol'

/** `1920x1080 h264 25 fps`, as far as it is known. */
export function describeStream(stream: {
  readonly codec: string
  readonly width: number
  readonly height: number
  readonly fps: number | null
}): string {
  const rate = stream.fps === null ? '' : ` ${roundRate(stream.fps)} fps`
  return `${stream.width}x${stream.height} ${stream.codec}${rate}`
}

/** The picture of a camera that is received; null of one that is not. */
export function describePicture({ stream }: CameraStatusReport): string | null {
  return stream && describeStream(stream)
}

/** 25, 12.5: as rates are named. */
export function roundRate(fps: number): string {
  return String(Math.round(fps * 10) / 10)
}

/** `2 s`, `12.5 s`; a question mark for what is not known. */
export function seconds(value: number | null): string {
  return value === null ? '?' : `${Math.round(value * 10) / 10} s`
}

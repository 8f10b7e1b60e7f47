import type { Decodable } from '@sightline/client/live'
import { typeOf } from '../mse/media-type.js'

/** A codec of each kind, of the sort that cameras send most. */
const samples = { h264: 'avc1.4d401f', h265: 'hvc1.1.6.L93.B0', mpeg1: 'mpeg1' } as const

/** `mpeg1` is a decoder of ours, for what a gateway makes of pictures that no other way shows. */
export type Way = 'webcodecs' | 'mse' | 'mpeg1'

/** The ways in which this browser can show live pictures here, the best first. */
export function waysHere(): readonly Way[] {
  const ways: Way[] = []
  if ('VideoDecoder' in globalThis && hasCanvas()) ways.push('webcodecs')
  if ('MediaSource' in globalThis && 'requestVideoFrameCallback' in HTMLVideoElement.prototype)
    ways.push('mse')
  if (hasCanvas()) ways.push('mpeg1')
  return ways
}

/** Whether pictures that are decoded elsewhere than in a video element can be drawn. */
export function hasCanvas(): boolean {
  return 'transferControlToOffscreen' in HTMLCanvasElement.prototype
}

/** Whether a codec can be shown in one of these ways. @returns the first of them that can, or null */
export async function wayFor(codec: string, ways: readonly Way[]): Promise<Way | null> {
  if (codec === samples.mpeg1) return ways.find((way) => way === 'mpeg1') ?? null
  for (const way of ways) {
    if (way === 'mse' && MediaSource.isTypeSupported(typeOf(codec))) return way
    if (way === 'webcodecs' && (await isDecodable(codec))) return way
  }
  return null
}

/** What the browser can decode, as it is said to the cloud. @param ways that have not failed yet */
export async function decodesHere(ways: readonly Way[]): Promise<Decodable[]> {
  const names = ['h264', 'h265', 'mpeg1'] as const
  const found = await Promise.all(
    names.map(async (name) => ((await wayFor(samples[name], ways)) ? [name] : [])),
  )
  return found.flat()
}

/** The codec of cameras that is not among these, as people call it; null where it is not one alone. */
export function codecBeyond(decodes: readonly Decodable[]): 'H.264' | 'H.265' | null {
  const [has264, has265] = [decodes.includes('h264'), decodes.includes('h265')]
  if (has264 === has265) return null
  return has264 ? 'H.265' : 'H.264'
}

async function isDecodable(codec: string): Promise<boolean> {
  try {
    const { supported } = await VideoDecoder.isConfigSupported({ codec })
    return supported === true
  } catch {
    return false
  }
}

import type { SightlinePlayer } from '@sightline/player'

/** Hands what a player shows over as a file, with the camera and the time in its name. Without a picture nothing happens. */
export async function savePicture(player: SightlinePlayer, camera: string): Promise<void> {
  const picture = await player.snapshot().catch(() => null)
  if (!picture) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = `${fileName(camera)} ${fileName(new Date().toLocaleString('sv-SE'))}.jpg`
  link.click()
  URL.revokeObjectURL(link.href)
}

/** What file systems take. */
const fileName = (text: string): string => text.replaceAll(/[^\p{L}\p{N} .-]+/gu, '-')

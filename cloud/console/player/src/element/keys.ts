import type { Player } from './player.js'

/** What a key does; null for one that does nothing here. */
export function deedOf(key: string, player: Player): (() => void) | null {
  switch (key) {
    case ' ':
      return () => player.toggle()
    case 'f':
      return () => player.fullscreen()
    case 'm':
      return () => player.mute()
    case 'p':
      return () => player.snapshot()
    default:
      return player.isClip ? clipDeed(key, player) : null
  }
}

function clipDeed(key: string, player: Player): (() => void) | null {
  switch (key) {
    case ',':
      return () => player.step(-1)
    case '.':
      return () => player.step(1)
    case 'ArrowLeft':
      return () => player.seek(player.position - 5)
    case 'ArrowRight':
      return () => player.seek(player.position + 5)
    case '-':
      return () => player.faster(-1)
    case '+':
      return () => player.faster(1)
    default:
      return null
  }
}

/** Whether a press belongs to what it was made in: a button takes space, a slider arrows, a field everything. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  const [target] = event.composedPath()
  if (target instanceof HTMLButtonElement) return event.key === ' ' || event.key === 'Enter'
  if (target instanceof HTMLInputElement) return event.key.startsWith('Arrow')
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
}

import type { Text } from '../text/text.js'
import type { CameraText } from '../text/use-camera-text.js'
import type { TimeManner } from '../time/format.js'
import { clockTime, durationOf } from '../time/format.js'
import type { Footage } from './clips.js'
import type { Happening } from './happening.js'

/** What an event is called: what the model said of it, else what set it off or what it is about. */
export function happeningTitle(
  text: Text['events'],
  { summary, isByHand, kind, category }: Happening,
): string {
  if (summary !== null && summary !== '') return summary
  if (isByHand) return text.manual
  return kind === 'person' || kind === 'vehicle' || kind === 'animal'
    ? text.kinds[kind]
    : text.categories[category]
}

/** What a slider says of a moment: 14:32:08, Person, 22 s. */
export function momentWords(
  { camera, events }: Pick<Text, 'events'> & { readonly camera: CameraText },
  { at, happening, footage }: { at: number; happening: Happening | null; footage: Footage },
  manner: TimeManner,
): string {
  const time = clockTime(new Date(at), manner, true)
  if (!happening) return camera.at(time, camera.footage[footage])
  const length = durationOf((happening.to - happening.from) / 1000, manner.language)
  return camera.at(time, `${events.kinds[happening.kind]}, ${length}`)
}

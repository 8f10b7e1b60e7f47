import type { ShownEntry, ShownList } from './entry.js'
import { useLately } from './lately.js'
import { matchEntries } from './match.js'
import { useCameraCommands, useCommands } from './use-commands.js'
import { useFoundEvents } from './use-found-events.js'
import { useGoToText } from './use-go-to-text.js'
import { useNames } from './use-names.js'

/** All that fits to what was typed, in the order in which it is shown; and how an entry becomes the last one used. */
export function useEntries(typed: string): {
  readonly lists: readonly ShownList[]
  readonly use: (key: string) => void
} {
  const text = useGoToText()
  const [lately, use] = useLately()
  const names = useNames()
  const commands = useCommands()
  const ofCameras = useCameraCommands(typed)
  const events = useFoundEvents(typed)
  const question = typed.trim()
  const ask: ShownEntry = {
    key: 'ask',
    group: 'pages',
    name: text.ask(question),
    detail: text.askDetail,
    icon: 'ask',
    goal: { kind: 'href', href: `/ask?q=${encodeURIComponent(question)}` },
  }
  const lists: ShownList[] = [
    ...matchEntries([...names, ...commands, ...ofCameras], typed, lately).map(withFewOfCameras),
    ...(events.length > 0 ? [{ group: 'events' as const, entries: events }] : []),
    ...(question === '' ? [] : [{ group: 'ask' as const, entries: [ask] }]),
  ]
  return { lists, use }
}

/** What can be done with cameras is offered for so many things: each of a thousand could be meant. */
const mostOfCameras = 3

function withFewOfCameras(list: ShownList): ShownList {
  if (list.group !== 'do') return list
  const ofCameras = list.entries.filter(({ camera }) => camera !== undefined).slice(0, mostOfCameras)
  return {
    ...list,
    entries: list.entries.filter((entry) => entry.camera === undefined || ofCameras.includes(entry)),
  }
}

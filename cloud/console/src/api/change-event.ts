import { type components, valueOf } from '@sightline/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lastActions } from '../frame/last-actions.js'
import type { Text } from '../text/text.js'
import { type EventText, useEventText } from '../text/use-event-text.js'
import { useText } from '../text/use-text.js'
import { api } from './api.js'
import { type Event, eventKey } from './events.js'

export type EventChange = components['schemas']['EventPatchInput']

const changeKey = (id: string) => ['change-event', id] as const

/** What a change was made of. */
export const wasOf = (
  { starred, notes, acknowledged }: Pick<Event, 'starred' | 'notes' | 'acknowledged'>,
  change: EventChange,
): EventChange => ({
  ...(change.starred !== undefined && { starred }),
  ...(change.notes !== undefined && { notes }),
  ...(change.acknowledged !== undefined && { acknowledged }),
})

function saidOf(
  { event, alerts }: { readonly event: EventText; readonly alerts: Text['alerts'] },
  { starred, acknowledged }: EventChange,
): string {
  if (acknowledged !== undefined) return alerts.said[acknowledged ? 'acknowledged' : 'new']
  return starred === undefined ? event.noteKept : starred ? event.starGiven : event.starTaken
}

/** Changes an event, and remembers how it was: it is shown as changed at once, and as it was where that is refused. */
export function useChangeEvent(id: string) {
  const client = useQueryClient()
  const words = useEventText()
  const { alerts } = useText()
  const write = (change: EventChange) =>
    valueOf(api.PATCH('/api/v1/events/{id}', { params: { path: { id } }, body: change }))
  const show = (change: EventChange | Event) =>
    client.setQueryData<Event>(eventKey(id), (now) => now && { ...now, ...change })
  // An answer that was on its way is of before the change.
  const stopReading = () => client.cancelQueries({ queryKey: eventKey(id), exact: true })
  const known = async (event: Event): Promise<void> => {
    await stopReading()
    // What somebody changed since then stays shown until its own answer is there.
    if (client.isMutating({ mutationKey: changeKey(id) }) <= 1) show(event)
    void client.invalidateQueries({ queryKey: ['events'] })
    void client.invalidateQueries({ queryKey: ['timeline'] })
  }
  return useMutation({
    mutationKey: changeKey(id),
    // One after the other, as they were made.
    scope: { id: `event ${id}` },
    mutationFn: write,
    onMutate: async (change) => {
      await stopReading()
      const before = client.getQueryData<Event>(eventKey(id))
      show(change)
      return before && wasOf(before, change)
    },
    onError: (_error, _change, was) => was && show(was),
    onSuccess: async (event, change, was) => {
      await known(event)
      if (!was) return
      const takeBack = async () => known(await write(was))
      lastActions.remember({ said: saidOf({ event: words, alerts }, change), takeBack })
    },
  })
}

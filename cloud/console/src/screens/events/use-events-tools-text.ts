import { ownText } from '../../text/use-own-text.js'

/** What is said beside the list of events alone. */
export const useEventsToolsText = ownText({
  en: {
    histogram: 'How many events there were, to choose hours from',
    times: 'the time',
    without: (name: string, count: number) => `Without ${name}: ${count}`,
    exportFailed: 'The table could not be made.',
    exportTooMany: 'So many events are no table. Choose a shorter time.',
  },
  de: {
    histogram: 'Wie viele Ereignisse es gab, um Stunden auszuwählen',
    times: 'Zeit',
    without: (name: string, count: number) => `Ohne ${name}: ${count}`,
    exportFailed: 'Die Tabelle ließ sich nicht erstellen.',
    exportTooMany: 'So viele Ereignisse gehen in keine Tabelle. Wählen Sie eine kürzere Zeit.',
  },
})

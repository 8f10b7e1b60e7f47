import type { ask as english } from '../en/ask.js'

export const ask: typeof english = {
  title: 'Fragen',
  begin:
    'Fragen Sie in eigenen Worten nach Ereignissen. Die Antwort nennt die Ereignisse, auf denen sie beruht.',
  examplesAre: 'Fragen für den Anfang',
  examples: [
    'War letzte Nacht jemand an einer Tür?',
    'Welche Fahrzeuge kamen heute Morgen?',
    'Was geschah in der letzten Stunde?',
  ],
  field: 'Ihre Frage',
  fieldAgain: 'Weiterfragen',
  send: 'Fragen',
  anew: 'Neu beginnen',
  looking: 'Die Ereignisse werden durchgesehen',
  waiting: 'Zu viele Fragen zugleich. Es geht von selbst weiter.',
  failed: 'Der Dienst war nicht zu erreichen.',
  refused: 'Die Frage wurde nicht beantwortet.',
  byService: 'Ohne Modell gesagt.',
  saidBy: (model) => `Gesagt von ${model}. Das kann falsch sein: Sehen Sie die Clips an.`,
  noModel: 'Zurzeit beantwortet kein Modell Fragen. Was gefunden wurde, steht darunter.',
  modelFailed: 'Das Modell gab keine Antwort. Was gefunden wurde, steht darunter.',
  reason: (reason) => `Der Grund: ${reason}.`,
  citations: 'Die Antwort beruht auf',
  found: 'Zur Frage gefunden',
  alsoFound: 'Auch gefunden',
  nothingFound: 'Zu der Frage wurde kein Ereignis gefunden.',
}

import type { markedEvents as en } from '../en/marked-events.js'

export const markedEvents: typeof en = {
  chosenOnes: 'Ausgewählte Ereignisse',
  taken: (count) => (count === 1 ? 'Übernommen.' : `${count} Ereignisse übernommen.`),
  delete: 'Löschen',
  deleteTitle: (count) => (count === 1 ? 'Dieses Ereignis löschen?' : `Diese ${count} Ereignisse löschen?`),
  deleteSays: 'Sie werden nicht mehr aufgeführt, gezählt oder gefunden und sind nicht zurückzuholen.',
  deleteDoes: [
    'Ihre Clips und Bilder werden binnen eines Tages endgültig entfernt.',
    'Links, mit denen andere sie sehen, enden sofort.',
    'Was bleibt: dass und von wem sie gelöscht wurden, im Protokoll, und die gemeldeten Alarme.',
  ],
  starred: (count) =>
    count === 1
      ? 'Eines davon hat einen Stern: Jemand will es behalten.'
      : `${count} davon haben einen Stern: Jemand will sie behalten.`,
  keep: 'Behalten',
  deleted: (count) => (count === 1 ? 'Das Ereignis ist gelöscht.' : `${count} Ereignisse sind gelöscht.`),
  failed: 'Das gelang nicht bei allen. Die Liste zeigt, wie es jetzt ist; versuchen Sie es erneut.',
}

import type { eventDeeds as en } from '../en/event-deeds.js'

export const eventDeeds: typeof en = {
  takenBy: (mine) => (mine ? 'Von Ihnen übernommen' : 'Übernommen'),
  makeNew: 'Wieder neu machen',
  delete: 'Ereignis löschen',
  deleteTitle: 'Dieses Ereignis löschen?',
  deleteSays: 'Es wird nicht mehr aufgelistet, gezählt oder gefunden und lässt sich nicht zurückholen.',
  deleteDoes: [
    'Sein Clip und seine Bilder werden binnen eines Tages endgültig entfernt.',
    'Links, mit denen andere es sehen, enden sofort.',
    'Was bleibt: dass es gelöscht wurde und von wem, im Protokoll, und die Alarme, die gemeldet wurden.',
  ],
  starred: 'Es hat einen Stern: jemand will es behalten.',
  shared: (links) =>
    links === 1
      ? 'Ein Link darauf ist offen: wer ihn hat, sieht nichts mehr.'
      : `${links} Links darauf sind offen: wer einen hat, sieht nichts mehr.`,
  keep: 'Behalten',
  notDeleted: 'Es ließ sich nicht löschen.',
  deleted: 'Das Ereignis ist gelöscht.',
}

import type { instructions as en } from '../en/instructions.js'

export const instructions: typeof en = {
  title: 'Anweisungen',
  about:
    'Was mehrere Kameras teilen: Worte an das Modell, das ihre Ereignisse ansieht. Jede Kamera nennt in ihren Einstellungen eine davon oder keine.',
  none: 'Noch gibt es keine Anweisungen.',
  add: 'Anweisungen schreiben',
  addTitle: 'Neue Anweisungen',
  changeTitle: 'Anweisungen ändern',
  name: 'Name',
  nameMissing: 'Sie brauchen einen Namen.',
  words: 'Anweisungen',
  wordsHint:
    'In einfachen Worten, etwa: Der Hof ist ab 18:00 geschlossen; wer eine gelbe Weste trägt, arbeitet hier.',
  wordsMissing: 'Was soll das Modell wissen?',
  save: 'Speichern',
  close: 'Schliessen',
  cancel: 'Abbrechen',
  change: 'Ändern',
  remove: 'Löschen',
  removeTitle: (name) => `${name} löschen?`,
  removeSays: 'Keine Kamera verwendet sie.',
  notDone: 'Das liess sich nicht tun.',
  usedBy: 'Kameras, die sie verwenden',
  unused: 'Keine Kamera verwendet sie.',
  more: (count) => `und ${count} weitere`,
  changed: 'geändert',
  appliesSays: 'Eine Änderung gilt für das, was von da an geschieht.',
}

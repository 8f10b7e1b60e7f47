import type { push as en } from '../en/push.js'

export const push: typeof en = {
  title: 'Nachrichten auf diesem Gerät',
  turnOn: 'Einschalten',
  state: {
    on: 'Nachrichten sind eingeschaltet.',
    off: 'Nachrichten sind ausgeschaltet.',
    busy: 'Einen Moment.',
    denied:
      'Dieser Browser lässt keine Nachrichten dieser Seite zu. Erlauben Sie sie in seinen Einstellungen für diese Adresse und laden Sie die Seite neu.',
    dismissed:
      'Der Browser hat gefragt, und niemand hat geantwortet. Schalten Sie noch einmal ein und erlauben Sie es.',
    insecure: 'Browser zeigen Nachrichten nur für Seiten mit https. Öffnen Sie diesen Dienst mit https.',
    unsupported:
      'Dieser Browser kennt keine Nachrichten. Auf iPhone und iPad: Seite zum Home-Bildschirm hinzufügen und dort öffnen.',
    unavailable: 'Dieser Dienst sendet keine Nachrichten: Sein Betreiber muss VAPID_SUBJECT setzen.',
    unregistered: 'Dieser Browser hat seinen Push-Dienst nicht erreicht. Nachrichten sind ausgeschaltet.',
    failed: 'Der Dienst ließ sich nicht fragen.',
  },
}

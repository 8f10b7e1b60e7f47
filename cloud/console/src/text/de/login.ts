import type { login as en } from '../en/login.js'

export const login: typeof en = {
  title: 'Anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  remember: '30 Tage angemeldet bleiben',
  submit: 'Anmelden',
  forgot: 'Passwort vergessen?',
  ended: 'Sie wurden abgemeldet. Melden Sie sich an, dann geht es hier weiter.',
  wrong: 'Die E-Mail-Adresse oder das Passwort stimmt nicht.',
  locked: 'Nach fünf falschen Passwörtern ist dieses Konto einige Minuten gesperrt.',
  lockedFor: (time) => `Nach fünf falschen Passwörtern ist dieses Konto noch ${time} gesperrt.`,
  disabled: 'Dieses Konto ist abgeschaltet. Ein Admin Ihrer Organisation kann es einschalten.',
  tooMany: 'Zu viele Versuche von hier. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  notReached: 'Der Dienst ist nicht erreichbar. Was Sie getippt haben, bleibt stehen.',
  other: 'Die Anmeldung ging nicht. Versuchen Sie es noch einmal.',
  missing: 'Das wird gebraucht.',
  byIssuerAlone: 'Sie melden sich beim Anbieter Ihrer Organisation an, nicht mit einem Passwort.',
  issuer: {
    by: (name) => `Anmelden mit ${name}`,
    or: 'oder mit Passwort',
    problems: {
      none: 'Ihre Organisation hat keinen anderen Weg als das Passwort.',
      unreachable: 'Die Anmeldung Ihrer Organisation antwortet nicht. Versuchen Sie es gleich noch einmal.',
      issuer:
        'Die Anmeldung Ihrer Organisation meldet einen Fehler. Ein Inhaber findet den Grund im Protokoll.',
      untrusted:
        'Was die Anmeldung Ihrer Organisation schickte, stimmt nicht; niemand wurde eingelassen. Ein Inhaber findet den Grund im Protokoll.',
      clock:
        'Die Uhren der Anmeldung Ihrer Organisation und dieses Dienstes gehen zu weit auseinander. Sagen Sie es einem Inhaber.',
      again: 'Diese Anmeldung war zu alt oder schon benutzt. Beginnen Sie noch einmal.',
      denied:
        'Die Anmeldung bei Ihrer Organisation wurde abgebrochen. Beginnen Sie noch einmal, oder fragen Sie einen Admin.',
      no_role: 'Keine Ihrer Gruppen gibt Ihnen hier Zugang. Fragen Sie einen Admin Ihrer Organisation.',
      no_account: 'Sie haben hier kein Konto. Fragen Sie einen Admin Ihrer Organisation.',
      no_email:
        'Die Anmeldung Ihrer Organisation nannte Ihre E-Mail-Adresse nicht. Sagen Sie es einem Inhaber.',
      taken:
        'Es gibt ein Konto mit Ihrer E-Mail-Adresse, das nicht verbunden ist. Melden Sie sich mit Passwort an, oder fragen Sie einen Inhaber.',
      owner: 'Inhaber melden sich mit Passwort an.',
      disabled: 'Dieses Konto ist abgeschaltet. Ein Admin Ihrer Organisation kann es einschalten.',
      too_many: 'Zu viele Versuche von hier. Warten Sie eine Minute und versuchen Sie es dann noch einmal.',
      other: 'Die Anmeldung ging nicht. Versuchen Sie es noch einmal.',
    },
  },
}

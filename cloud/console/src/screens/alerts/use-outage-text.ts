import { ownText } from '../../text/use-own-text.js'

/** What is said of an alert that tells of an outage. */
export const useOutageText = ownText({
  en: {
    offSince: 'Off line since',
    cause: 'Cause',
    remedy: 'What to do',
    gatewayRemedy: 'Look at its power and its network. It connects by itself once it has both.',
  },
  de: {
    offSince: 'Nicht verbunden seit',
    cause: 'Ursache',
    remedy: 'Was zu tun ist',
    gatewayRemedy: 'Strom und Netz prüfen. Es verbindet sich von selbst, sobald beides da ist.',
  },
})

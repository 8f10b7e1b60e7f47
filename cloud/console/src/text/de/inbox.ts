import type { inbox as en } from '../en/inbox.js'

const channels: Readonly<Record<string, string>> = { email: 'E-Mail', push: 'Nachricht im Browser' }

export const inbox: typeof en = {
  title: 'Posteingang',
  unread: 'Ungelesen',
  read: 'Gelesen',
  isUnread: 'Ungelesen',
  isRead: 'Gelesen',
  markRead: 'Als gelesen markieren',
  markAllRead: 'Alle als gelesen markieren',
  alerts: (count) => (count === 1 ? '1 Alarm' : `${count} Alarme`),
  empty: 'Der Posteingang ist leer. Was Regeln Ihnen melden, kommt hierher.',
  failed: 'Der Posteingang ließ sich nicht lesen.',
  moreFailed: 'Mehr ließ sich nicht lesen.',
  heldBack: (held) =>
    `Keine ${held.map((one) => channels[one] ?? one).join(' und keine ')}: Sie wollten Ruhe.`,
  leaveAlone: 'In Ruhe lassen',
  leaveAloneUntil: (time) => `In Ruhe lassen bis ${time}`,
  untilTime: (time) => `Bis ${time}`,
  forAnHour: 'Eine Stunde lang',
  pauseUntilMorning: 'In Ruhe lassen bis 7:00',
  leftAloneUntil: (time) => `Sie haben Ruhe bis ${time}.`,
  leftAloneMeans: 'Alarme kommen hierher, und sonst meldet sie Ihnen nichts.',
  leftAlone: 'Sie haben Ruhe.',
  tellAgain: 'Wieder melden',
  toldAgain: 'Ihnen wird wieder gemeldet.',
  pauseFailed: 'Das ließ sich nicht festhalten.',
}

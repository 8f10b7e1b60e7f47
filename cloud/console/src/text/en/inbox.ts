const channels: Readonly<Record<string, string>> = { email: 'e-mail', push: 'message to your browser' }

export const inbox = {
  title: 'Inbox',
  unread: 'Not read',
  read: 'Read',
  isUnread: 'Not read',
  isRead: 'Read',
  markRead: 'Mark as read',
  markAllRead: 'Mark all as read',
  alerts: (count: number) => (count === 1 ? '1 alert' : `${count} alerts`),
  empty: 'Nothing is in your inbox. What rules tell you of comes here.',
  failed: 'The inbox could not be read.',
  moreFailed: 'More could not be read.',
  heldBack: (held: readonly string[]) =>
    `No ${held.map((one) => channels[one] ?? one).join(' and no ')}: you wanted to be left alone.`,
  leaveAlone: 'Leave me alone',
  leaveAloneUntil: (time: string) => `Leave me alone until ${time}`,
  untilTime: (time: string) => `Until ${time}`,
  forAnHour: 'For an hour',
  pauseUntilMorning: 'Leave me alone until 7:00',
  leftAloneUntil: (time: string) => `You are left alone until ${time}.`,
  leftAloneMeans: 'Alerts come here, and nothing else tells you of them.',
  leftAlone: 'You are left alone.',
  tellAgain: 'Tell me again',
  toldAgain: 'You are told again.',
  pauseFailed: 'That was not kept.',
}

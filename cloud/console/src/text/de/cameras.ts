import type { cameras as english } from '../en/cameras.js'

export const cameras: typeof english = {
  title: 'Kameras',
  search: 'Name einer Kamera oder eines Standorts',
  anyState: 'Jeder Zustand',
  state: 'Zustand',
  count: (count) => `${count} Kameras`,
  one: '1 Kamera',
  list: 'Kameras nach Namen',
  empty: 'Noch gibt es keine Kamera. Sie erscheint hier, sobald es eine gibt.',
  emptyViewer: 'Ihnen ist noch keine Kamera zugeteilt. Das kann ein Admin Ihrer Organisation tun.',
  add: 'Kameras hinzufügen',
  noneFound: 'Keine Kamera ist so.',
  clear: 'Jede Kamera',
  failed: 'Die Kameras ließen sich nicht lesen.',
  table: 'Als Liste',
  grid: 'Als Bilder',
}

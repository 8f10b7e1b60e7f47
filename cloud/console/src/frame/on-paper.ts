import { currentSettings } from './settings-here.js'

const page = document.documentElement.dataset

// Paper is white.
addEventListener('beforeprint', () => {
  page['theme'] = 'light'
})
addEventListener('afterprint', () => {
  page['theme'] = currentSettings().theme
})

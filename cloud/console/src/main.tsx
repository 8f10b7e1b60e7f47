// oxlint-disable-next-line import/no-unassigned-import -- a style sheet
import './style/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Console } from './console.js'
import { knownHere } from './session/known-here.js'
import { session } from './session/session.js'

const place = document.getElementById('console')
if (!place) throw new Error('the page has no place for the console')
void session.start()
// Beside the question who that is, what will most likely be shown; where it does not come, that is said when it is needed.
const likely = knownHere() ? import('./inside.js') : import('./screens/login/login-page.js')
likely.catch(() => {})
// Without it the words stand in a font of the system.
import('./style/fonts.css').catch(() => {})
createRoot(place).render(
  <StrictMode>
    <Console />
  </StrictMode>,
)

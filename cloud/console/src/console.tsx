import { CSPProvider } from '@base-ui/react/csp-provider'
import { lazy, useEffect } from 'react'
import { Button } from './controls/button.js'
import { Centred } from './frame/page-states.js'
import { Part } from './frame/part.js'
import { useSettings } from './frame/settings-here.js'
import { Unloaded } from './frame/unloaded.js'
import { session } from './session/session.js'
import { useSession } from './session/use-session.js'
import { rememberSpoken, spokenHere } from './text/spoken-here.js'
import { type Language, languageFor } from './text/text.js'
import { TextProvider, useText } from './text/use-text.js'

/** All that needs somebody who is signed in: it comes once somebody is. */
const loadInside = () => import('./inside.js')
const Inside = lazy(loadInside)

/** Most who come are signed in. */
const LoginPage = lazy(() => import('./screens/login/login-page.js'))
const SetUpPage = lazy(() => import('./screens/set-up/set-up-page.js'))

/** The console. Whatever its address, it asks who somebody is first, and shows the page of the address then. */
export function Console() {
  const language = useSpokenLanguage()
  return (
    <CSPProvider disableStyleElements>
      <TextProvider language={language}>
        <Session />
      </TextProvider>
    </CSPProvider>
  )
}

/** Until it is known who that is, what was spoken here last is spoken: most likely it is the same person. */
function useSpokenLanguage(): Language {
  const state = useSession()
  const { language } = useSettings()
  const user = 'user' in state ? state.user : null
  const likely = state.kind === 'starting' || state.kind === 'unreachable' ? spokenHere() : null
  const spoken = languageFor([language, user?.locale ?? likely, ...navigator.languages])
  useEffect(() => {
    if (user) rememberSpoken(spoken)
  }, [user, spoken])
  return spoken
}

function Session() {
  const state = useSession()
  const isNobody = state.kind === 'nobody'
  useEffect(() => {
    // While somebody types; where it does not come, that is said when it is needed.
    if (isNobody) loadInside().catch(() => {})
  }, [isNobody])
  switch (state.kind) {
    case 'starting':
      return null
    case 'unreachable':
      return <Unreachable />
    case 'nobody':
      return (
        <Part broken={<Broken />}>
          <LoginPage ended={state.ended} />
        </Part>
      )
    case 'setting-up':
      return (
        <Part broken={<Broken />}>
          <SetUpPage key={state.user.id} user={state.user} />
        </Part>
      )
    case 'signed-in':
      return (
        <Part broken={<Broken />}>
          {/* Another person begins with nothing of the one before. */}
          <Inside key={state.user.id} user={state.user} />
        </Part>
      )
  }
}

function Broken() {
  return (
    <main className="flex h-full">
      <Unloaded />
    </main>
  )
}

function Unreachable() {
  const text = useText().frame
  useEffect(() => {
    const again = (): void => void session.start()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <main className="flex h-full">
      <Centred sentence={text.unreachable}>
        <Button look="main" onClick={() => void session.start()}>
          {text.tryAgain}
        </Button>
      </Centred>
    </main>
  )
}

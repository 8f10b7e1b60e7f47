import { useState } from 'react'
import { OwnQueries } from '../../api/own-queries.js'
import { useSecondFactors } from '../../api/second-factors.js'
import { Button } from '../../controls/button.js'
import { Brand } from '../../frame/brand.js'
import { useTitle } from '../../frame/use-title.js'
import { AddPasskey } from '../../second-factor/add-passkey.js'
import { passkeysHere } from '../../second-factor/passkey-browser.js'
import { SetUpApp } from '../../second-factor/set-up-app.js'
import { useSecondFactorText } from '../../second-factor/use-second-factor-text.js'
import { session } from '../../session/session.js'
import type { SessionUser } from '../../session/session-user.js'

/** For somebody whose organisation asks for a second factor and who has none: in place of every page, until there is one. */
export default function SetUpPage({ user }: { user: SessionUser }) {
  return (
    <OwnQueries>
      <SetUp user={user} />
    </OwnQueries>
  )
}

function SetUp({ user }: { user: SessionUser }) {
  const text = useSecondFactorText()
  const [byPasskey, setByPasskey] = useState(false)
  const known = useSecondFactors().data
  const here = passkeysHere(known?.passkey_origin ?? null)
  const done = () => void session.reread()
  useTitle(text.mustTitle)
  return (
    <main className="grid min-h-full place-items-center p-4">
      <div className="flex w-full max-w-[360px] flex-col gap-4">
        <div className="pb-2">
          <Brand />
        </div>
        <h1 className="text-xl font-title tracking-(--tracking-title)">{text.mustTitle}</h1>
        <p className="text-ink-2">{text.mustWhy}</p>
        {byPasskey ? (
          <AddPasskey email={user.email} onDone={done} />
        ) : (
          <SetUpApp email={user.email} onDone={done} />
        )}
        {here === 'possible' && (
          <Button look="bare" className="self-start" onClick={() => setByPasskey(!byPasskey)}>
            {byPasskey ? text.orApp : text.orPasskey}
          </Button>
        )}
        <Button look="bare" className="self-start" onClick={() => void session.logout()}>
          {text.signOut}
        </Button>
      </div>
    </main>
  )
}

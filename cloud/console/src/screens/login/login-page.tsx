import { lazy, Suspense, useState } from 'react'
import { Brand } from '../../frame/brand.js'
import type { SecondFactorLack } from '../../session/second-factor-lack.js'
import type { Credentials } from '../../session/session.js'
import { PasswordStep } from './password-step.js'

/** Comes to who needs it. */
const SecondStep = lazy(() => import('./second-step.js'))

/** What was right, and what is lacking beside it. */
interface Asked {
  readonly credentials: Credentials
  readonly lack: SecondFactorLack
}

/** Asks who somebody is, in place of the page that they came for: it is there as soon as they are known. */
export default function LoginPage({ ended }: { ended: boolean }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <main className="grid min-h-full place-items-center p-4">
      <div className="flex w-full max-w-[360px] flex-col gap-4 max-wide:gap-5">
        <div className="pb-2">
          <Brand />
        </div>
        {asked ? (
          <Suspense>
            <SecondStep {...asked} onBack={() => setAsked(null)} />
          </Suspense>
        ) : (
          <PasswordStep ended={ended} onLacking={(credentials, lack) => setAsked({ credentials, lack })} />
        )}
      </div>
    </main>
  )
}

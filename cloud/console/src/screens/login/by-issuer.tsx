import { useEffect, useEffectEvent, useState } from 'react'
import { buttonClass } from '../../controls/button.js'
import { Note } from '../../controls/note.js'
import { askForOffer, type SignInOffer } from '../../session/sign-in-offer.js'
import { rememberSignInPlace, type SignInPlace, signInPlaceIn } from '../../session/sign-in-place.js'
import { useLoginText } from '../../text/use-login-text.js'
import { issuerProblem } from './issuer-problem.js'

interface ByIssuerProps {
  readonly place: SignInPlace
  /** Whether there is an issuer, once that is known. */
  readonly onOffer: (isOffered: boolean) => void
}

/** Signing in by the issuer of an organisation: the button that leads there, and why the last try did not work. */
export function ByIssuer({ place: { orgId, problem }, onOffer }: ByIssuerProps) {
  const text = useLoginText().issuer
  const [offer, setOffer] = useState<SignInOffer | null>()
  const offered = useEffectEvent(onOffer)
  useEffect(() => {
    const left = new AbortController()
    void askForOffer(orgId, left.signal).then((found) => {
      if (left.signal.aborted) return
      setOffer(found ?? null)
      offered(Boolean(found))
      // Where the service did not say, what is remembered stays.
      if (found !== undefined) rememberSignInPlace(found && orgId)
    })
    return () => left.abort()
  }, [orgId])
  return (
    <>
      {problem !== null && (
        <div role="alert">
          <Note tone="alarm">{issuerProblem(text.problems, problem)}</Note>
        </div>
      )}
      {/* So that nothing moves under who begins to type. */}
      {offer === undefined && <div className="h-[74px] max-wide:h-[82px]" />}
      {offer && (
        <>
          <a href={startOf(offer)} className={`${buttonClass({ look: 'main' })} h-[40px] max-wide:h-[48px]`}>
            {text.by(offer.name)}
          </a>
          <p className="flex items-center gap-3 text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {text.or}
          </p>
        </>
      )}
    </>
  )
}

/** Back to the page that somebody came for. */
function startOf({ startUrl }: SignInOffer): string {
  if (signInPlaceIn(location)) return startUrl
  return `${startUrl}?to=${encodeURIComponent(location.pathname + location.search)}`
}

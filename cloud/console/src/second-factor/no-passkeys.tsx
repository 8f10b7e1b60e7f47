import type { PasskeysHere } from './passkey-browser.js'
import { useSecondFactorText } from './use-second-factor-text.js'

/** Why there are no passkeys on this page; nothing where there are. @param origin where there are; null: nowhere */
export function NoPasskeys({ here, origin }: { here: PasskeysHere; origin: string | null }) {
  const text = useSecondFactorText()
  if (here === 'possible') return null
  const why =
    here === 'unsupported'
      ? text.passkeyUnsupported
      : origin === null
        ? text.passkeyNoName
        : text.passkeyElsewhere(origin)
  return <p className="text-xs text-ink-3">{why}</p>
}

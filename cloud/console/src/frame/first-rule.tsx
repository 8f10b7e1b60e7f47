import { useRuleNames } from '../api/names.js'
import { buttonClass } from '../controls/button.js'
import { mayAs } from '../session/session-user.js'
import { useUser } from '../session/use-session.js'
import { usePairingText } from '../text/use-pairing-text.js'
import { AddressLink } from './address-link.js'

/** While there is no rule: that nobody is told of anything, and the way to the first. Nothing for those who may not make one. */
export default function FirstRule() {
  const text = usePairingText()
  const { role } = useUser()
  const { data } = useRuleNames()
  if (data?.length !== 0 || !mayAs(role, 'operator')) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {text.noRule}
      <AddressLink href="/rules/new" className={`${buttonClass({ small: true })} max-wide:min-h-[44px]`}>
        {text.makeRule}
      </AddressLink>
    </p>
  )
}

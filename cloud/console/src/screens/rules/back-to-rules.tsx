import { Link } from '@tanstack/react-router'
import { Icon } from '../../icons/icon.js'
import { useRulesText } from './use-rules-text.js'

/** From a page about one rule to the list of all. */
export function BackToRules() {
  const text = useRulesText()
  return (
    <Link
      to="/rules"
      className="flex h-control flex-none items-center gap-1 border-r border-line pr-3 text-ink-2 hover:text-ink max-wide:h-[44px]"
    >
      <Icon name="back" size={16} />
      <span className="max-wide:sr-only">{text.back}</span>
    </Link>
  )
}

import { Link } from '@tanstack/react-router'
import { buttonClass } from '../controls/button.js'
import { Icon } from '../icons/icon.js'
import { useText } from '../text/use-text.js'

/** The way back to how everything fares. */
export function BackToHealth() {
  const { health } = useText().frame
  return (
    <Link
      to="/health"
      aria-label={health}
      title={health}
      className={`${buttonClass({ look: 'bare', bare: true })} -mr-2 -ml-2`}
    >
      <Icon name="back" />
    </Link>
  )
}

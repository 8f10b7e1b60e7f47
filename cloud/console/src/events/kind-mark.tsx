import { Icon } from '../icons/icon.js'
import { useText } from '../text/use-text.js'
import { type Kind, kindColours, kindIcons } from './kind.js'

/** The drawing of a kind on its ground, with its name for those who do not see it. */
export function KindMark({ kind }: { kind: Kind }) {
  const text = useText().events
  return (
    <span
      role="img"
      aria-label={text.kinds[kind]}
      className={`relative grid size-5 flex-none place-items-center overflow-hidden rounded-[5px] ${kindColours[kind]}`}
    >
      <span className="absolute inset-0 bg-current opacity-15" />
      <Icon name={kindIcons[kind]} size={13} />
    </span>
  )
}

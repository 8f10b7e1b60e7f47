import { type MoreName, useMorePath } from './more-drawings.js'
import { paths } from './paths.js'

type FirstName = keyof typeof paths
export type IconName = FirstName | MoreName

const isFirst = (name: IconName): name is FirstName => name in paths

/** A drawing beside words, or within a button that has a name: it says nothing to a screen reader. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 16 ? 2 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="block flex-none"
    >
      {isFirst(name) ? <path d={paths[name]} /> : <MoreDrawing name={name} />}
    </svg>
  )
}

function MoreDrawing({ name }: { name: MoreName }) {
  return <path d={useMorePath(name)} />
}

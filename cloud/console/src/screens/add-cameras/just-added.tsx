import { Link } from '@tanstack/react-router'
import { lazy } from 'react'
import { Part } from '../../frame/part.js'
import { Icon } from '../../icons/icon.js'
import { useAddCamerasText } from './use-add-cameras-text.js'

const FirstRule = lazy(() => import('../../frame/first-rule.js'))

interface JustAddedProps {
  /** Null: none was added since the page was opened. */
  readonly camera: { readonly id: string; readonly name: string } | null
  /** None is left to add. */
  readonly isLast: boolean
}

/** The camera that was added last, and the way to see it live; after the last one what comes next. */
export function JustAdded({ camera, isLast }: JustAddedProps) {
  const text = useAddCamerasText()
  return (
    <div role="status" className="flex flex-col gap-2 empty:hidden">
      {camera && (
        <p className="flex flex-wrap items-center gap-2 rounded-2 bg-ok-soft px-[13px] py-[11px]">
          <span className="text-ok">
            <Icon name="check" size={16} />
          </span>
          <span className="min-w-0 flex-1 truncate">{text.added(camera.name)}</span>
          <Link
            to="/cameras/$id/{-$tab}"
            params={{ id: camera.id }}
            search={{}}
            className="text-accent underline-offset-2 hover:underline"
          >
            {text.toCamera}
          </Link>
        </p>
      )}
      {camera && isLast && (
        <Part>
          <FirstRule />
        </Part>
      )}
    </div>
  )
}

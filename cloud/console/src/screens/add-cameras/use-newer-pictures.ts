import { useEffect, useState } from 'react'
import { lookAt, type Picture, type Reach, refusalOf, type Verdict } from '../../api/adding-cameras.js'
import { useSeen } from '../../frame/use-seen.js'
import { serviceNow } from '../../time/service-clock.js'
import { afterLook, begun, type LookEnd, leastRestMs } from './picture-course.js'
import type { Look } from './use-look.js'

/** The newest picture of a camera that is not saved. */
export interface Newest {
  readonly picture: Picture
  readonly at: Date
}

/** What is asked for a picture alone: its main stream, by the link that the first look found. */
export function pictureReach(of: Reach, { streams }: Verdict): Reach {
  const main = streams.find(({ role }) => role === 'main')
  return main ? { ...of, connection: { type: 'rtsp', url: main.url, subUrl: null } } : of
}

/**
 * Newer pictures of a camera that was seen, one after the other, while somebody looks: the gateway connects for each of them, as
 * often and for as long as `afterLook` says.
 * @param isWanted nothing was changed since, and it is not being added
 */
export function useNewerPictures(look: Look, isWanted: boolean) {
  const [newest, setNewest] = useState<(Newest & { readonly of: Look }) | null>(null)
  /** Of which look no more are asked for. */
  const [ended, setEnded] = useState<Look | null>(null)
  const isSeen = useSeen()
  const isMoving =
    look.kind === 'seen' && look.verdict.picture !== null && isWanted && isSeen && ended !== look
  useEffect(() => {
    if (look.kind !== 'seen' || !isMoving) return
    const reach = pictureReach(look.of, look.verdict)
    let course = begun
    let isOver = false
    let timer = setTimeout(() => void again(), leastRestMs)
    const again = async () => {
      const startedMs = performance.now()
      const came = await lookOnce(reach)
      if (isOver) return
      if (came.picture) setNewest({ picture: came.picture, at: new Date(serviceNow()), of: look })
      const next = afterLook(course, came.end, performance.now() - startedMs)
      if (!next) return setEnded(look)
      course = next.course
      timer = setTimeout(() => void again(), next.restMs)
    }
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [look, isMoving])
  return { newest: newest?.of === look ? newest : null, isMoving }
}

async function lookOnce(reach: Reach): Promise<{ readonly end: LookEnd; readonly picture: Picture | null }> {
  try {
    const { fault, picture } = await lookAt(reach, null)
    return { end: picture ? 'picture' : fault === 'auth' ? 'auth' : 'fault', picture }
  } catch (error) {
    const { kind } = refusalOf(error)
    return { end: kind === 'refused' ? 'fault' : kind, picture: null }
  }
}

import { useEffect, useRef, useState } from 'react'
import { type Device, useFound, useScan } from '../../api/adding-cameras.js'
import { withFound } from './devices.js'

/** What a gateway found since the page was opened, and how it is had to look. It looks by itself where it never did. */
export function useFoundDevices(gatewayId: string, isOnline: boolean) {
  const { data: found, isPending, isError, refetch } = useFound(gatewayId)
  const { mutate, isPending: isAsked, isError: isRefused } = useScan(gatewayId)
  const [devices, setDevices] = useState<readonly Device[]>([])
  useEffect(() => {
    if (found) setDevices((before) => withFound(before, found.data))
  }, [found])
  const mayLook = isOnline && found?.may_scan === true && !found.scanning && !isAsked
  const looked = useRef(false)
  const isFirst = mayLook && found.scanned_at === null && found.error === null
  useEffect(() => {
    if (!isFirst || looked.current) return
    looked.current = true
    mutate(undefined)
  }, [isFirst, mutate])
  const scan = mayLook ? (targets?: readonly string[]) => mutate(targets) : null
  return { found, devices, isPending, isError, refetch, scan, isRefused }
}
